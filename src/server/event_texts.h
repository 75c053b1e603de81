// The client events of one game as JSON text, from the first on. Copies share what is there, so that a game can go on
// from another one without copying its past; which is packed, for it is most of what a long game takes.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

class EventTexts {
 public:
  /// A secret of nobody: shown when all is shown.
  static constexpr int kNobody = 1000;

  int size() const { return size_; }
  void add(std::string_view text);
  /// `shown`: what all but `seat` get instead of `text`.
  void add_secret(std::string_view text, int seat, std::string shown);
  /// What was added since the last call is shared by copies from now on.
  void seal();

  /// What a viewer (-1: a spectator) gets; `all`: the game is over, nothing is secret. Events count from 1.
  struct Eyes {
    int viewer = -1;
    bool all = false;
  };
  std::string event(int n, Eyes eyes) const;
  /// Events n+1 to the last one, separated by commas.
  std::string since(int n, Eyes eyes) const;
  /// Whether these are the same for everybody.
  bool open_since(int n) const;

 private:
  struct Secret {
    int event, seat;
    std::string shown;
  };
  /// Events that follow each other, separated by commas.
  struct Piece {
    int before = 0;              ///< how many events there are before these
    std::string text;            ///< or that as zlib packs it
    std::vector<uint32_t> ends;  ///< of each, in what is not packed
    bool packed = false;
    std::vector<Secret> secrets;
    int last() const { return before + static_cast<int>(ends.size()); }
    std::string_view event(int n, Eyes eyes) const;
    void add(std::string_view event);
    void pack();
    Piece unpacked() const;
  };
  /// Those that hold events after n.
  std::vector<const Piece*> pieces_after(int n) const;

  std::vector<std::shared_ptr<const Piece>> sealed_;
  Piece fresh_;
  int size_ = 0;
};

}  // namespace bastide
