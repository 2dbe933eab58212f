/// A 64-bit hash that says whether two long runs of bytes differ; worth nothing against an attacker.
///
/// FNV-1a, taken eight bytes at a time, with the upper half folded in after each step: a byte at a
/// time would take longer than making the bytes.
public func quickHash(_ bytes: [UInt8]) -> UInt64 {
  bytes.withUnsafeBytes { bytes in
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var place = 0
    while place + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      hash = (hash ^ word) &* 0x100_0000_01b3
      hash ^= hash >> 32
      place += 8
    }
    while place < bytes.count {
      hash = (hash ^ UInt64(bytes[place])) &* 0x100_0000_01b3
      place += 1
    }
    return hash ^ hash >> 29
  }
}
