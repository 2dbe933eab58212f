import CMicroHTTPD

// All of these run on libmicrohttpd's threads.

/// A connection begins or ends.
func onConnection(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  guard let context, let connection, let slot else { return }
  let shared = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
  if code == .CONNECTION_NOTIFY_STARTED {
    let record = ConnectionRecord(
      socket: cmhd_socket(connection),
      remoteAddress: cmhd_peer(connection).map(SocketAddress.text) ?? "",
      headerDue: .now + shared.configuration.headerTimeout)
    shared.watchdog.insert(record)
    shared.connections.insert(record)
    // Released below, when the connection ends.
    slot.pointee = Unmanaged.passRetained(record).toOpaque()
  } else if let stored = slot.pointee {
    let record = Unmanaged<ConnectionRecord>.fromOpaque(stored).takeRetainedValue()
    record.forgetSocket()
    shared.watchdog.remove(record)
    shared.connections.remove(record)
    shared.acceptor.release(cmhd_socket(connection))
    slot.pointee = nil
  }
}

/// The first line of a request is there; the result becomes the slot of the other two callbacks.
func onTarget(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let connection, let stored = cmhd_socket_context(connection) else {
    return nil
  }
  let shared = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
  let record = Unmanaged<ConnectionRecord>.fromOpaque(stored).takeUnretainedValue()
  record.expectHeader(by: .now + shared.configuration.headerTimeout)
  let exchange = Exchange(
    connection, shared, record, target: target.map { String(cString: $0) } ?? "")
  // Released in `onCompleted`.
  return Unmanaged.passRetained(exchange).toOpaque()
}

/// The header is complete, then parts of the body come, then it is complete or a response ready.
func onRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ path: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let stored = slot?.pointee, let method, let version, let uploadCount else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(stored).takeUnretainedValue()
  guard exchange.hasHead else {
    return exchange.receiveHead(
      method: String(cString: method), version: String(cString: version))
  }
  guard uploadCount.pointee > 0 else { return exchange.advance() }
  let bytes = UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee)
  uploadCount.pointee = 0
  return exchange.receiveBody(bytes)
}

/// A request is over, well or not.
func onCompleted(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let stored = slot?.pointee else { return }
  // Takes over the reference of `onTarget`.
  Unmanaged<Exchange>.fromOpaque(stored).takeRetainedValue().completed()
  slot?.pointee = nil
}
