import HTTPKit
import JSONKit

/// The statuses with which routes refuse, each with the error as its body.
enum Refusals {
  /// By status, what it says of the request.
  private static let words: [(status: Int, words: String)] = [
    (400, "The address or the body can’t be read."),
    (401, "Nobody is signed in, or the token is not known."),
    (403, "The role, the token or the form does not allow this."),
    (404, "There is no such store, table, row or other thing."),
    (409, "What is there now does not allow this. Nothing was changed."),
    (410, "What was previewed is not kept any more."), (413, "The body is too large."),
    (415, "The body is of another type. Nothing was changed."),
    (421, "The console does not go by this host’s name."),
    (422, "What was sent can’t be used. Nothing was changed."),
    (429, "Too much at once; Retry-After says when to try again."),
    (502, "The store’s server can’t be reached, or rejected the request. Nothing was changed."),
    (503, "It can’t be done just now. Everything is kept."),
    (507, "The disk is full. Free space, then try again."),
  ]

  /// Those that `route` may answer with.
  static func statuses(_ route: ConsoleRoute) -> [Int] {
    words.map(\.status).filter { status in
      switch status {
      case 401: route.access != .open
      case 403: route.access != .open || route.method == .post
      case 404: route.access != .open
      case 409, 410, 422, 429, 503, 507: route.access != .open || route.method == .post
      case 413, 415: route.method == .post
      case 502: asksServer(route)
      default: true
      }
    }
  }

  /// True where the answer waits for the store's server.
  private static func asksServer(_ route: ConsoleRoute) -> Bool {
    route.pattern.hasSuffix("/server") || route.pattern.hasSuffix("/past")
      || route.pattern.hasSuffix("/refresh")
      || route.pattern.hasSuffix("/file/{column}")
  }

  static var responses: JSONObject {
    JSONObject(words.map { ("\($0.status)", response($0.words)) })
  }

  static func response(_ words: String) -> JSONValue {
    [
      "description": .string(words),
      "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
    ]
  }
}
