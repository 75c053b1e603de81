// Memory for large objects that come and go with every move. glibc tidies its whole heap up whenever 64 KB or more are
// given back; here a few blocks are kept for whoever comes next.
#pragma once
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace bastide {

/// Blocks of one size. May be used from several threads.
class SpareBlocks {
 public:
  explicit SpareBlocks(std::size_t size) : size_(size) { spare_.reserve(kMost); }
  ~SpareBlocks() {
    for (void* block : spare_) ::operator delete(block);
  }
  SpareBlocks(const SpareBlocks&) = delete;
  SpareBlocks& operator=(const SpareBlocks&) = delete;

  void* take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!spare_.empty()) {
        void* block = spare_.back();
        spare_.pop_back();
        return block;
      }
    }
    return ::operator new(size_);
  }
  void give(void* block) {
    {
      const std::scoped_lock lock(mutex_);
      if (spare_.size() < kMost) return spare_.push_back(block);
    }
    ::operator delete(block);
  }

 private:
  static constexpr std::size_t kMost = 16;
  const std::size_t size_;
  std::mutex mutex_;
  std::vector<void*> spare_;
};

/// An allocator of single objects of one type.
template <class T>
struct SpareAllocator {
  using value_type = T;
  SpareAllocator() = default;
  template <class U>
  SpareAllocator(const SpareAllocator<U>&) {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t) { return static_cast<T*>(blocks().take()); }
  void deallocate(T* block, std::size_t) { blocks().give(block); }
  friend bool operator==(SpareAllocator, SpareAllocator) { return true; }

 private:
  static SpareBlocks& blocks() {
    static SpareBlocks all(sizeof(T));
    return all;
  }
};

template <class T, class... Arguments>
std::shared_ptr<T> make_spare(Arguments&&... arguments) {
  return std::allocate_shared<T>(SpareAllocator<T>(), std::forward<Arguments>(arguments)...);
}

}  // namespace bastide
