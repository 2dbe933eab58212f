import CZlib

/// Packs bytes as every browser unpacks them.
///
/// Source: RFC 1952.
public enum Gzip {
  /// How much work to spend on being short.
  public enum Effort: Sendable {
    /// For what is packed anew each time.
    case fast
    /// For what is packed once.
    case best

    fileprivate var level: Int32 { self == .fast ? 2 : Z_BEST_COMPRESSION }
  }

  /// The bytes in one gzip member, without a name or a time; nil when there is no memory for it.
  public static func pack(_ bytes: [UInt8], _ effort: Effort) -> [UInt8]? {
    guard bytes.count <= Int(UInt32.max) else { return nil }
    var stream = z_stream()
    let code = deflateInit2_(
      &stream, effort.level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    return bytes.withUnsafeBufferPointer { source -> [UInt8]? in
      // zlib's input pointer is not const, but it only reads.
      stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.avail_in = UInt32(source.count)
      var isWhole = false
      let packed = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = target.count - Int(stream.avail_out)
      }
      return isWhole ? packed : nil
    }
  }

  /// The largest window, and 16 for a gzip header instead of zlib's.
  private static let windowBits: Int32 = 15 + 16
  private static let memoryLevel: Int32 = 8
}
