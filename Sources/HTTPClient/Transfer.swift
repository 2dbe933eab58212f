import CCurl
import HTTPKit
import Support

/// One request and what has come of its answer.
///
/// `@unchecked`: everything but `isCancelled` is used on the engine's thread only.
final class Transfer: @unchecked Sendable {
  typealias Outcome = Result<ClientResponse, HTTPClientError>

  /// Answers with more than this in their header are not read on.
  private static let headerBytesMax = 256 << 10
  private static let reservedMax = 1 << 20

  let request: ClientRequest
  let endpoint: Endpoint
  let isCancelled = Locked(false)
  var continuation: CheckedContinuation<Outcome, Never>?
  var bodyBytesMax = 0

  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  private(set) var isHeaderTooLarge = false
  private var headerBytes = 0
  /// False when the connection ended within the header, which libcurl takes for an answer.
  private(set) var isHeaderComplete = false
  /// True as soon as libcurl was about to send, on any connection that it tried.
  private(set) var mayHaveBeenSent = false
  private(set) var isResendingRefused = false
  /// The network address that the request's egress rule kept it from.
  private(set) var forbiddenAddress: String?
  private let needsPublicAddress: Bool
  /// Takes the body of a 2xx answer part by part; nil collects it.
  private let receivePart: (@Sendable ([UInt8]) -> Bool)?
  private var isSuccess = false

  init(
    _ request: ClientRequest, _ endpoint: Endpoint,
    receivePart: (@Sendable ([UInt8]) -> Bool)? = nil
  ) {
    self.request = request
    self.endpoint = endpoint
    self.receivePart = receivePart
    needsPublicAddress = request.egress?.needsPublicAddress(endpoint) ?? false
  }

  func finish(_ outcome: Outcome) { continuation.take()?.resume(returning: outcome) }

  /// False for a network address that the request must not reach.
  func mayReach(_ address: @autoclosure () -> NetworkAddress?) -> Bool {
    guard needsPublicAddress else { return true }
    let address = address()
    guard let address, address.isPublic else {
      forbiddenAddress = address?.description ?? "an unknown kind of network"
      return false
    }
    return true
  }

  /// False ends the transfer: whoever lost the connection may have done what the request asks, so
  /// that only a request which changes nothing goes out again.
  func maySend() -> Bool {
    isResendingRefused = mayHaveBeenSent && !request.isReading
    mayHaveBeenSent = true
    return !isResendingRefused
  }

  /// False ends the transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if isSuccess, let receivePart { return receivePart(Array(bytes)) }
    guard body.count + bytes.count <= bodyBytesMax else {
      isTooLarge = true
      return false
    }
    if body.isEmpty, let length = headers["Content-Length"].flatMap({ Int($0) }) {
      // At once, since growing step by step leaves holes; the server's word alone takes no more.
      body.reserveCapacity(min(max(0, length), Self.reservedMax))
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// A line of the header with its end; lines of interim answers and trailers come here too.
  func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= Self.headerBytesMax else {
      isHeaderTooLarge = true
      return false
    }
    let line = Substring(decoding: bytes, as: UTF8.self)
    if line.utf8.starts(with: "HTTP/".utf8) {
      headers = HTTPHeaders()
      isHeaderComplete = false
      isSuccess = line.split(separator: " ").dropFirst().first?.first == "2"
    } else if line.utf8.allSatisfy({ $0 == 0x0d || $0 == 0x0a }) {
      isHeaderComplete = true
    } else if !isHeaderComplete, let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let value = line[line.index(after: colon)...]
      headers.add(String(line[..<colon]), Self.trimmed(value))
    }
    return true
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }
    let bytes = text.utf8.drop(while: isBlank)
    let end = bytes.reversed().drop(while: isBlank).startIndex.base
    return String(bytes[..<end]) ?? ""
  }
}
