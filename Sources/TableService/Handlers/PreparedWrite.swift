import HTTPKit
import Support

/// A write whose request was read and checked: what to do, and how to answer.
struct PreparedWrite: Sendable {
  let job: WriteJob
  let answer: @Sendable (WriteOutcome) throws -> HTTPResponse

  init(job: WriteJob, answer: @escaping @Sendable (WriteOutcome) throws -> HTTPResponse) {
    self.job = job
    self.answer = answer
  }
}

/// Turns a request into a write, alone or as a part of a batch.
protocol WriteHandler: Sendable {
  func prepare(_ request: HTTPRequest) throws -> PreparedWrite
}

/// The requests that write.
struct WriteRoutes: Sendable {
  static let table = "/tables/{table}"
  static let row = "/tables/{table}/{id}"

  let all: [(method: HTTPMethod, pattern: String, handler: any WriteHandler)]

  init(configuration: TableServiceConfiguration, random: RandomSource) {
    let merge = UpdateHandler(configuration: configuration, kind: .merge)
    all = [
      (.post, Self.table, InsertHandler(configuration: configuration, random: random)),
      (.patch, Self.table, merge),
      (.delete, Self.table, DeleteMatchingHandler(configuration: configuration)),
      (.post, Self.row, UndeleteHandler(configuration: configuration)),
      (.patch, Self.row, merge),
      (.put, Self.row, UpdateHandler(configuration: configuration, kind: .replace)),
      (.delete, Self.row, DeleteHandler(configuration: configuration)),
    ]
  }
}

extension WriteRoutes {
  /// The write that `request` asks for; nil when it is not one of these routes.
  func prepare(_ request: HTTPRequest) throws -> PreparedWrite? {
    guard let (pattern, request) = Self.located(request),
      let route = all.first(where: { $0.method == request.method && $0.pattern == pattern })
    else { return nil }
    return try route.handler.prepare(request)
  }

  /// The request with its table and its id, and which of the two patterns it has; nil for another.
  static func located(_ request: HTTPRequest) -> (pattern: String, request: HTTPRequest)? {
    let segments = request.rawPath.split(separator: "/")
    guard (2...3).contains(segments.count), segments[0].lowercased() == "tables" else { return nil }
    var request = request
    for (name, segment) in zip(["table", "id"], segments.dropFirst()) {
      guard let value = PercentEncoding.decode(segment) else { return nil }
      request.parameters[name] = value
    }
    return (segments.count == 2 ? table : row, request)
  }
}

extension TableCall {
  /// The answer to a write of one row.
  func answer(_ outcome: WriteOutcome) throws(ServiceError) -> HTTPResponse {
    guard let row = outcome.rows.first, let status = outcome.status else { throw notFound }
    return try RowResponse.answer(row, self, status: status)
  }
}
