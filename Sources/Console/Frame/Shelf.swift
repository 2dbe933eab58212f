import Support

/// Keeps things in memory for an hour, for who put them there; bounded, the oldest go first.
final class Shelf<Item: Sendable>: Sendable {
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
    let new = Kept(
      id: Base64.encodeForURL(random.bytes(16)), owner: owner, item: item, at: time.now)
    kept.withLock { kept in
      kept = kept.filter { isFresh($0) }.suffix(itemsMax - 1) + [new]
    }
    return new.id
  }

  /// Nil for what is too old, was pushed out, or belongs to somebody else.
  func find(_ id: String, of owner: String) -> Item? {
    kept.withLock { kept in
      kept.first { $0.id == id && $0.owner === owner && isFresh($0) }?.item
    }
  }

  private func isFresh(_ kept: Kept) -> Bool {
    time.now.seconds(since: kept.at) < 3_600
  }
}
