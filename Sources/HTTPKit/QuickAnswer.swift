/// What becomes of a request that is offered to be answered on the spot.
public enum QuickAnswer: Sendable {
  /// Here it is.
  case now(HTTPResponse)
  /// It is given later, once, to the function that came with the request.
  case later
  /// It has to be asked the ordinary way; nothing was done.
  case no
}

/// Takes a request on the server's own thread, and so must not wait for anything.
///
/// For work that is done in less time than the way to another thread takes.
public typealias QuickHandler =
  @Sendable (HTTPRequest, _ finish: @escaping @Sendable (HTTPResponse) -> Void) -> QuickAnswer
