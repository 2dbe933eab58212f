import Glibc
import HTTPKit
import Support

/// Takes the body of one request in: into memory, or to the disk.
struct BodyIntake {
  private(set) var bytes: [UInt8] = []
  /// Where the body goes when it is not to be held in memory.
  var upload: UploadedForm?
  private let bytesMax: Int
  private var count = 0

  /// The most that an announced length makes us set aside before a byte has come.
  private static let bytesReservedMax = 256 << 10

  /// - Parameter announced: Nil for a body in chunks.
  init(bytesMax: Int, announced: Int?) throws(Refusal) {
    self.bytesMax = bytesMax
    guard let announced else { return }
    guard announced <= bytesMax else { throw RequestValidator.tooLarge(bytesMax) }
  }

  mutating func receive(_ part: UnsafeRawBufferPointer, announced: Int?) throws(Refusal) {
    count += part.count
    guard count <= bytesMax else {
      release()
      throw RequestValidator.tooLarge(bytesMax)
    }
    guard let upload else {
      if bytes.isEmpty, let announced {
        bytes.reserveCapacity(min(announced, Self.bytesReservedMax))
      }
      bytes.append(contentsOf: part)
      return
    }
    do {
      try upload.append(part)
    } catch {
      release()
      throw error.errorNumber == ENOSPC
        ? Refusal(507, "The server’s disk is full, so the body cannot be kept.")
        : Refusal(500, "The server cannot keep the body: its disk refuses it.")
    }
  }

  /// What has come, for the request that is made of it.
  mutating func taken() -> (bytes: [UInt8], upload: UploadedForm?) {
    defer { release() }
    return (bytes, upload)
  }

  /// Gives the memory or the file free.
  mutating func release() {
    bytes = []
    upload = nil
  }
}
