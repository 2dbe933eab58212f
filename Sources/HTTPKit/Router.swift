import Support

/// Answers requests from a table of routes.
///
/// First match wins; the table is built once and read-only. A trailing slash is the same path. HEAD
/// is answered by the GET route; the server leaves the body out.
public struct Router: Sendable {
  public struct Options: Sendable {
    /// Suffixes of the last raw segment that ask for another form of the same page, without the dot.
    public var formats: [String] = []
    public var ignoresCase = false
    /// Whether `.` and `..` have addresses of their own; see ``DotSegments``.
    public var namesDots = false
    /// The answer to an error that is no ``HTTPResponseError`` itself; nil for a bare 500.
    public var translate: @Sendable (any Error) -> (any HTTPResponseError)? = { _ in nil }

    public init() {}
  }

  public let routes: [Route]
  /// Those with so many segments, at their number.
  private let routesByLength: [[Route]]
  private let options: Options
  private let renderError: @Sendable (any HTTPResponseError, HTTPRequest) async -> HTTPResponse
  private let log: @Sendable (any Error, HTTPRequest) -> Void

  /// - Parameters:
  ///   - renderError: Turns a failure into the page or the JSON that the client asked for.
  ///   - log: Receives what must not be shown: every error that is not an ``HTTPResponseError``.
  public init(
    _ routes: [Route], options: Options = Options(),
    renderError: @escaping @Sendable (any HTTPResponseError, HTTPRequest) async -> HTTPResponse,
    log: @escaping @Sendable (any Error, HTTPRequest) -> Void
  ) {
    self.routes = routes
    let longest = routes.map(\.pattern.count).max() ?? 0
    routesByLength = (0...longest).map { length in routes.filter { $0.pattern.count == length } }
    self.options = options
    self.renderError = renderError
    self.log = log
  }

  /// Never throws: every failure is a response by now.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    var request = request
    do {
      let handler = try route(&request)
      return try await handler(request)
    } catch let error as any HTTPResponseError {
      return await renderError(error, request)
    } catch {
      log(error, request)
      if let known = options.translate(error) { return await renderError(known, request) }
      return await renderError(
        HTTPError(500, "Something went wrong here. The server’s log says what."), request)
    }
  }

  /// Finds the handler, and sets the request's parameters and format.
  private func route(_ request: inout HTTPRequest) throws(HTTPError) -> Handler {
    var allowed: [HTTPMethod] = []
    for (format, path) in readings(of: request.rawPath) {
      let segments = try decode(path)
      for route in segments.count < routesByLength.count ? routesByLength[segments.count] : [] {
        guard let captured = route.match(segments, options) else {
          continue
        }
        guard route.method == request.method || (request.method == .head && route.method == .get)
        else {
          allowed.append(route.method)
          continue
        }
        request.parameters = captured
        request.format = format
        return route.handler
      }
    }
    guard allowed.isEmpty else {
      let methods = UTF8Set(allowed.map(\.rawValue)).sorted().joined(separator: ", ")
      throw HTTPError(
        405, "\(request.rawPath) answers \(methods) only.", headers: ["Allow": methods])
    }
    throw HTTPError.unknownAddress(request.rawPath)
  }

  /// The path with its format taken off, then, so that `/app.json` can be a route of its own, as is.
  private func readings(of path: String) -> [(format: String, path: Substring)] {
    let whole = (format: "", path: path[...])
    for format in options.formats where path.hasSuffix(".\(format)") {
      return [(format, path.dropLast(format.utf8.count + 1)), whole]
    }
    return [whole]
  }

  private func decode(_ path: Substring) throws(HTTPError) -> [String] {
    var segments: [String] = []
    for part in path.split(separator: "/") {
      guard let segment = PercentEncoding.decode(part) else {
        throw HTTPError(400, "The path is not well-formed percent-encoded UTF-8.")
      }
      segments.append(segment)
    }
    return segments
  }
}
