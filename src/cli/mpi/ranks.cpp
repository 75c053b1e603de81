// Ranks by MPI: a library of its own, bastide-mpi.so beside the program, which opens it when mpirun has started it. So
// the program needs no MPI, and starts as fast without.
#include <mpi.h>

#include "ai/ranks.h"

namespace {

class MpiRanks : public bastide::Ranks {
 public:
  MpiRanks() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);  // one thread talks; those that play do not
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiRanks() override { MPI_Finalize(); }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, int kind, const std::string& text) override {
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, kind, MPI_COMM_WORLD);
  }

  std::optional<Message> receive() override {
    int there = 0, bytes = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there) return std::nullopt;
    MPI_Get_count(&status, MPI_CHAR, &bytes);
    std::string text(static_cast<std::size_t>(bytes), '\0');
    MPI_Recv(text.data(), bytes, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
    return Message{status.MPI_SOURCE, status.MPI_TAG, std::move(text)};
  }

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace

/// An error that MPI meets ends all ranks with its own message, as MPI does by itself.
extern "C" bastide::Ranks* bastide_make_ranks() {
  return new MpiRanks;
}
