/// A hash of one row's id, version, stamp and state, for digests of tables.
///
/// A table's digest is a list of buckets, each with the sum of the hashes of its rows; the hash of the
/// id alone picks the bucket. Two sides with the same sum in a bucket have the same rows in it. That
/// holds against mistakes of every kind, and not against somebody who makes up ids to deceive it.
///
/// The words of eight bytes, the first byte the lowest, are mixed in one after the other, each text
/// begun by its length and a rest filled up with zeros; the mixing is that of SplitMix64.
public struct RowHash: Sendable {
  /// How many rows a bucket should have: fewer make the digest large, more the lists of differences.
  public static let rowsPerBucket = 32

  private var state: UInt64 = 0x5379_6e63_6c69_6e65

  /// - Parameter id: What the row is called, byte for byte.
  public init(id: Span<UInt8>) { add(id) }

  public mutating func add(_ text: Span<UInt8>) {
    mix(UInt64(text.count))
    text.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += 8
      }
      guard place < bytes.count else { return }
      var rest: UInt64 = 0
      for (shift, byte) in bytes[place...].enumerated() { rest |= UInt64(byte) << (8 * shift) }
      mix(rest)
    }
  }

  /// Adds a text that the row does not have.
  public mutating func addMissing() { mix(.max) }

  public mutating func add(_ flag: Bool) { mix(flag ? 1 : 0) }

  /// Of everything that was added so far.
  public var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
    state ^= state >> 32
  }
}

/// What a table holds, in a few bytes for each bucket of its rows; see ``RowHash``.
public struct RowDigest: Sendable, Hashable {
  public static let bucketsMax = 65_536

  public private(set) var rows = 0
  public private(set) var sums: [UInt64]

  /// - Parameter buckets: A power of two, at most ``bucketsMax``.
  public init(buckets: Int) { sums = Array(repeating: 0, count: buckets) }

  public init(rows: Int, sums: [UInt64]) {
    self.rows = rows
    self.sums = sums
  }

  /// How many buckets suit a table.
  public static func buckets(forRows rows: Int) -> Int {
    var buckets = 256
    while buckets < bucketsMax, buckets * RowHash.rowsPerBucket < rows { buckets *= 2 }
    return buckets
  }

  public static func isBucketCount(_ count: Int) -> Bool {
    (1...bucketsMax).contains(count) && count & (count - 1) == 0
  }

  /// The bucket for a row, by the hash of its id alone.
  public func bucket(_ idHash: UInt64) -> Int { Int(idHash & UInt64(sums.count - 1)) }

  /// - Parameter hash: Of everything that the row is compared by.
  public mutating func add(_ hash: UInt64, toBucket bucket: Int) {
    rows += 1
    sums[bucket] &+= hash
  }
}
