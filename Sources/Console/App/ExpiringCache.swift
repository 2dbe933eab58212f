import Support

/// A bounded, per-owner cache whose entries expire after an hour.
///
/// When it is full, the owner with the most entries loses the oldest of them, so nobody can push out
/// what others have.
final class ExpiringCache<Item: Sendable>: Sendable {
  private struct Kept {
    let id: String
    let owner: String
    let item: Item
    let at: Timestamp
  }

  private let kept = Locked<[Kept]>([])
  private let itemsMax: Int
  private let time: any TimeSource
  private let random: RandomSource

  init(itemsMax: Int, time: any TimeSource, random: RandomSource) {
    self.itemsMax = itemsMax
    self.time = time
    self.random = random
  }

  /// - Returns: The id that finds it again.
  func put(_ item: Item, of owner: String) -> String {
    let id = Base64.encodeForURL(random.bytes(16))
    put(item, as: id, of: owner)
    return id
  }

  /// Takes the place of what the owner has under the id.
  func put(_ item: Item, as id: String, of owner: String) {
    let new = Kept(id: id, owner: owner, item: item, at: time.now)
    kept.withLock { kept in
      kept.removeAll { !isFresh($0) || $0.id === id && $0.owner === owner }
      kept.append(new)
      while kept.count > itemsMax { Self.evict(from: &kept) }
    }
  }

  /// Removes the oldest entry of the owner who has the most.
  private static func evict(from kept: inout [Kept]) {
    var counts: UTF8Dictionary<Int> = [:]
    for entry in kept { counts[entry.owner, default: 0] += 1 }
    let most = counts.values.max()
    guard let oldest = kept.firstIndex(where: { counts[$0.owner] == most }) else { return }
    kept.remove(at: oldest)
  }

  /// Nil for what is too old, was pushed out, or belongs to somebody else.
  func find(_ id: String, of owner: String) -> Item? {
    kept.withLock { kept in
      kept.first { $0.id === id && $0.owner === owner && isFresh($0) }?.item
    }
  }

  private func isFresh(_ kept: Kept) -> Bool {
    time.now.seconds(since: kept.at) < 3_600
  }
}
