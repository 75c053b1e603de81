#include "store/cluster.h"

#include <dlfcn.h>

#include <filesystem>

namespace bastide {

Result<Cluster*> open_cluster() {
  const auto file = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "bastide-cluster.so";
  Error error;
  error.expected =
      "bastide-cluster.so beside the program: install libpq-dev and libnats-dev, then cmake --preset release, and "
      "build again";
  void* library = dlopen(file.c_str(), RTLD_NOW);  // stays open
  if (library == nullptr) {
    const char* why = dlerror();
    error.message = std::string("this program cannot speak with PostgreSQL or NATS: ") + (why ? why : file.c_str());
    return tl::unexpected<Error>(error);
  }
  const auto make = reinterpret_cast<Cluster* (*)()>(dlsym(library, "bastide_cluster"));
  if (make == nullptr) {
    error.message = file.string() + " is not of this program";
    return tl::unexpected<Error>(error);
  }
  return make();
}

}  // namespace bastide
