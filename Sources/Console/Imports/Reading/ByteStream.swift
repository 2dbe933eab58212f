import Localization
import Support

/// Where the bytes of an import are.
enum ImportBytes: Sendable {
  case memory([UInt8])
  /// A part of a file, such as one field of a form.
  case file(ScratchFile, Range<Int>)

  var count: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .file(_, let range): range.count
    }
  }
}

/// Reads bytes one after the other, holding one piece of them at a time.
struct ByteStream {
  private let source: ImportBytes
  private let pieceBytes: Int
  private var piece: [UInt8] = []
  private var position = 0
  /// Bytes before the piece.
  private var offset = 0

  /// - Parameter pieceBytes: How much is held at a time; tests put borders everywhere.
  init(_ source: ImportBytes, pieceBytes: Int = 256 << 10) {
    self.source = source
    self.pieceBytes = pieceBytes
  }

  /// How many bytes were read.
  var consumed: Int { offset + position }

  /// The byte that ``next()`` gives; nil at the end.
  mutating func peek() throws(ImportSource.Unreadable) -> UInt8? {
    if position < piece.count { return piece[position] }
    return try refill() ? piece[position] : nil
  }

  mutating func next() throws(ImportSource.Unreadable) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    return byte
  }

  /// Appends bytes up to the first for which `isEnd` holds, which stays.
  mutating func take(
    into bytes: inout [UInt8], limit: Int, until isEnd: (UInt8) -> Bool
  ) throws(ImportSource.Unreadable) {
    while try peek() != nil, bytes.count <= limit {
      let start = position
      while position < piece.count, !isEnd(piece[position]) { position += 1 }
      bytes.append(contentsOf: piece[start..<position])
      if position < piece.count { return }
    }
  }

  private mutating func refill() throws(ImportSource.Unreadable) -> Bool {
    offset += piece.count
    position = 0
    let limit = min(pieceBytes, source.count - offset)
    guard limit > 0 else {
      piece = []
      return false
    }
    switch source {
    case .memory(let bytes): piece = Array(bytes[offset..<(offset + limit)])
    case .file(let file, let range):
      do {
        piece = try file.read(at: range.lowerBound + offset, limit: limit)
      } catch {
        let reason = "\(error)"
        throw ImportSource.Unreadable(
          sentence: localized("The upload can’t be read: \(reason)"))
      }
    }
    guard !piece.isEmpty else {
      throw ImportSource.Unreadable(
        sentence: localized("The upload is incomplete. Choose the file again."))
    }
    return true
  }
}
