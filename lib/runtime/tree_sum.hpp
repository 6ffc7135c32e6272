// A sum over items whose bits depend on the items' positions only, not on who brings them or when.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/array.hpp"
#include "core/error.hpp"

namespace stride::runtime {

// What the nodes of the tree do: left += right. Error(usage) when shapes differ.
template <class Real>
void add_to(Array<Real>& left, const Array<Real>& right) {
  if (left.shape() != right.shape())
    throw Error(
        ErrorKind::usage, "tree_sum",
        "an item of shape " + to_string(right.shape()) + " cannot be added to one of " + to_string(left.shape()));
  for (std::size_t i = 0; i < left.size(); ++i) left[i] += right[i];
}
inline void add_to(double& left, double right) {
  left += right;
}

// Pairwise summation (Higham, 1993, SIAM J. Sci. Comput. 14, 783-799) in a fixed binary tree over positions 0 to
// items - 1: positions 2i and 2i + 1 of a level make position i of the next; a last one without sibling moves up as it
// is. Two siblings are added as soon as both are there, by whoever brought the second, outside the lock. When all that
// came lies within `window` positions of the first that is still missing, at most window + log2(items) + 1 items are
// alive; with shots handed out in order, window is about the number of workers. All members may be called by any
// thread. Adding a position twice, or one past the end, is a bug (std::logic_error).
template <class Item>
class TreeSum {
 public:
  explicit TreeSum(std::size_t items) : items_(items), came_(items, false), missing_(items) {}

  void add(std::size_t position, Item item) { insert(position, std::optional<Item>(std::move(item))); }
  // The item has nothing to add (a shot that was left out).
  void leave_out(std::size_t position) { insert(position, std::nullopt); }

  std::size_t items() const { return items_; }
  std::size_t missing() const {
    const std::lock_guard lock(mutex_);
    return missing_;
  }
  // Most items that were alive in the tree at once, those being added included.
  std::size_t most_alive() const {
    const std::lock_guard lock(mutex_);
    return most_alive_;
  }

  // The sum, handed over; nothing when no item had anything to add. Error(failed) while positions are missing,
  // and when it was taken already.
  std::optional<Item> take() {
    const std::lock_guard lock(mutex_);
    if (missing_ > 0)
      throw Error(ErrorKind::failed, "tree_sum",
                  std::to_string(missing_) + " of " + std::to_string(items_) + " items have not come");
    if (items_ == 0) return std::nullopt;
    const auto root = waiting_.find(root_node());
    if (root == waiting_.end())
      throw Error(ErrorKind::failed, "tree_sum", "the sum was taken already, or an addition failed");
    std::optional<Item> sum = std::move(root->second);
    waiting_.clear();
    return sum;
  }

 private:
  struct Node {
    std::size_t level = 0, position = 0;
    bool operator<(const Node& other) const {
      return level != other.level ? level < other.level : position < other.position;
    }
  };

  void insert(std::size_t position, std::optional<Item> item) {
    arrive(position, item.has_value());
    Node node{0, position};
    std::size_t width = items_;  // nodes of this level
    while (width > 1) {
      const bool alone = node.position + 1 == width && width % 2 == 1;
      if (!alone) {
        std::optional<Item> sibling;
        if (!meet(node, item, sibling)) return;
        combine(node, item, sibling);
      }
      node = {node.level + 1, node.position / 2};
      width = (width + 1) / 2;
    }
    const std::lock_guard lock(mutex_);
    waiting_.emplace(node, std::move(item));
  }

  void arrive(std::size_t position, bool has_item) {
    const std::lock_guard lock(mutex_);
    if (position >= items_ || came_[position])
      throw std::logic_error("tree_sum: item " + std::to_string(position) + " came twice or is none of " +
                             std::to_string(items_));
    came_[position] = true;
    --missing_;
    if (!has_item) return;
    ++alive_;
    most_alive_ = std::max(most_alive_, alive_);
  }

  // True, and the sibling taken out, when it waits already; else the item is left to wait for it.
  bool meet(const Node& node, std::optional<Item>& item, std::optional<Item>& sibling) {
    const std::lock_guard lock(mutex_);
    const auto found = waiting_.find({node.level, node.position ^ 1U});
    if (found == waiting_.end()) {
      waiting_.emplace(node, std::move(item));
      return false;
    }
    sibling = std::move(found->second);
    waiting_.erase(found);
    return true;
  }

  // item = left + right, whichever of the two came first.
  void combine(const Node& node, std::optional<Item>& item, std::optional<Item>& sibling) {
    if (node.position % 2 == 1) item.swap(sibling);
    if (!sibling) return;
    if (!item) {
      item.swap(sibling);
      return;
    }
    add_to(*item, *sibling);
    sibling.reset();
    const std::lock_guard lock(mutex_);
    --alive_;
  }

  Node root_node() const {
    Node root;
    for (std::size_t width = items_; width > 1; width = (width + 1) / 2) ++root.level;
    return root;
  }

  mutable std::mutex mutex_;
  std::size_t items_;
  std::vector<bool> came_;
  std::size_t missing_;
  std::size_t alive_ = 0, most_alive_ = 0;
  std::map<Node, std::optional<Item>> waiting_;
};

}  // namespace stride::runtime
