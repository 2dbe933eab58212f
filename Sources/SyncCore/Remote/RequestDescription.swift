/// A request as people see it, with secrets masked.
package struct RequestDescription: Sendable, Hashable {
  package var method: String
  package var url: String
  package var headers: [[String]]
  package var body: String?

  package init(method: String, url: String, headers: [[String]] = [], body: String? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
