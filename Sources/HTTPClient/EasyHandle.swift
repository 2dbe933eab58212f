import CCurl
import Glibc
import HTTPKit

/// A libcurl transfer handle with the memory that its request stands in; used again and again.
///
/// Belongs to the engine's thread.
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var body: UnsafeMutableBufferPointer<UInt8>?

  init?() {
    guard let pointer = curl_easy_init() else { return nil }
    self.pointer = pointer
  }

  deinit {
    curl_easy_cleanup(pointer)
    freeRequest()
  }

  /// Forgets the former request; the connection cache belongs to the engine and stays.
  func reset() {
    curl_easy_reset(pointer)
    freeRequest()
  }

  private func freeRequest() {
    curl_slist_free_all(fields)
    fields = nil
    body?.deallocate()
    body = nil
  }

  /// - Parameter transfer: Must live as long as the transfer runs: the callbacks write to it.
  func prepare(_ transfer: Transfer, _ configuration: HTTPClient.Configuration) {
    let request = transfer.request
    setLimits(configuration)
    set(CURLOPT_URL, request.url)
    // A segment `..` that a caller wants to send goes out as it is.
    set(CURLOPT_PATH_AS_IS, 1)
    setMethod(request.method, request.body)
    setFields(request)
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    ccurl_set_callback(pointer, CURLOPT_WRITEFUNCTION, onBody)
    ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    ccurl_set_callback(pointer, CURLOPT_HEADERFUNCTION, onHeaderLine)
    ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    ccurl_set_prereq(pointer, onSending)
    ccurl_set_pointer(pointer, CURLOPT_PREREQDATA, context)
    if request.egress != nil {
      ccurl_set_opensocket(pointer, onOpening)
      ccurl_set_pointer(pointer, CURLOPT_OPENSOCKETDATA, context)
    }
  }

  private func setLimits(_ configuration: HTTPClient.Configuration) {
    set(CURLOPT_NOSIGNAL, 1)
    // Else ending a transfer would wait for a name's resolution, and with it all others.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    // Not even what the environment says: a proxy would see every credential.
    set(CURLOPT_PROXY, "")
    set(CURLOPT_NOPROXY, "*")
    set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    set(CURLOPT_USERAGENT, configuration.userAgent)
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(configuration.connectTimeoutSeconds))
    set(CURLOPT_LOW_SPEED_LIMIT, configuration.lowSpeedBytesPerSecond)
    set(CURLOPT_LOW_SPEED_TIME, configuration.lowSpeedSeconds)
    ccurl_set_large(
      pointer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(configuration.responseBytesMax))
  }

  private func setMethod(_ method: HTTPMethod, _ bytes: [UInt8]?) {
    switch method {
    case .get: set(CURLOPT_HTTPGET, 1)
    case .head: set(CURLOPT_NOBODY, 1)
    case .delete where bytes == nil, .options where bytes == nil:
      set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    case .options, .post, .put, .patch, .delete:
      let bytes = bytes ?? []
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
      _ = copy.initialize(from: bytes)
      body = copy
      set(CURLOPT_POST, 1)
      ccurl_set_large(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      ccurl_set_pointer(pointer, CURLOPT_POSTFIELDS, copy.baseAddress)
      set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }
  }

  private func setFields(_ request: ClientRequest) {
    // A field without a value takes libcurl's own away: it would wait for "100 Continue", and call
    // every body a form.
    var lines = ["Expect:"]
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    lines += request.headers.all.map {
      $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
    }
    for line in lines { fields = curl_slist_append(fields, line) ?? fields }
    ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, fields)
  }

  private func set(_ option: CURLoption, _ value: Int) { ccurl_set_long(pointer, option, value) }

  private func set(_ option: CURLoption, _ value: String) { ccurl_set_text(pointer, option, value) }

  private static func milliseconds(_ seconds: Double) -> Int {
    // No more than what libcurl can count in 32 bits.
    Int(min(max(seconds * 1_000, 1), 2_000_000_000))
  }

  // MARK: - Afterwards

  /// The system's error of a connection that failed; 0 where there was none.
  var systemError: Int32 {
    var error = 0
    ccurl_get_long(pointer, CURLINFO_OS_ERRNO, &error)
    return Int32(truncatingIfNeeded: error)
  }

  var status: Int {
    var status = 0
    ccurl_get_long(pointer, CURLINFO_RESPONSE_CODE, &status)
    return status
  }
}

// MARK: - Callbacks, on the engine's thread

/// Comes before a request goes out on a connection, also before libcurl sends it again by itself
/// because a connection used before ended without an answer.
private func onSending(
  _ context: UnsafeMutableRawPointer?, _ remoteAddress: UnsafeMutablePointer<CChar>?,
  _ localAddress: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
  guard let context else { return CURL_PREREQFUNC_ABORT }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  // A kept connection was perhaps made for a request that could go anywhere.
  guard transfer.mayReach(remoteAddress.flatMap { NetworkAddress(String(cString: $0)) }) else {
    return CURL_PREREQFUNC_ABORT
  }
  return transfer.maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// Makes the socket for one address of the host, or none.
private func onOpening(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ target: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let target else { return CURL_SOCKET_BAD }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  guard transfer.mayReach(withUnsafePointer(to: &target.pointee.addr) { NetworkAddress($0) }) else {
    return CURL_SOCKET_BAD
  }
  return socket(
    target.pointee.family, target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
    target.pointee.protocol)
}

private func onBody(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  handOver(data, size * count, context) { $0.receive($1) }
}

private func onHeaderLine(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  handOver(data, size * count, context) { $0.receiveLine($1) }
}

/// Gives the bytes to their transfer, and tells libcurl whether to go on.
private func handOver(
  _ data: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ receive: (Transfer, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  // Another count than was given ends the transfer. Nothing given is no error.
  return receive(transfer, UnsafeRawBufferPointer(start: data, count: count)) ? count : count + 1
}
