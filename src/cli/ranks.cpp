#include "cli/ranks.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace bastide::cli {

bool started_by_mpirun() {
  // OpenMPI's mpirun; what starts processes by PMIx (srun, prun); MPICH's.
  constexpr std::array kTold = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
  return std::any_of(kTold.begin(), kTold.end(), [](const char* name) { return std::getenv(name) != nullptr; });
}

Result<std::unique_ptr<Ranks>> join_ranks() {
  const auto file = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "bastide-mpi.so";
  Error error;
  error.expected =
      "bastide-mpi.so beside the program: install libopenmpi-dev, then cmake --preset release, and build again";
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);  // stays open; MPI finds its own parts in it
  if (library == nullptr) {
    const char* why = dlerror();
    error.message = std::string("mpirun started this program, which cannot speak MPI: ") + (why ? why : file.c_str());
    return tl::unexpected<Error>(error);
  }
  const auto make = reinterpret_cast<Ranks* (*)()>(dlsym(library, "bastide_make_ranks"));
  if (make == nullptr) {
    error.message = file.string() + " is not of this program";
    return tl::unexpected<Error>(error);
  }
  return std::unique_ptr<Ranks>(make());
}

}  // namespace bastide::cli
