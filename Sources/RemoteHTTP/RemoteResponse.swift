package import HTTPClient
package import HTTPKit
package import JSONKit
package import Support

/// A response of a remote's server, or one part of a batch response.
package struct RemoteResponse: Sendable {
  package var status: Int
  package var headers: HTTPHeaders
  package let body: [UInt8]
  /// The body of a part, which was parsed with the response around it.
  private let part: JSONValue?

  package init(_ response: ClientResponse) {
    status = response.status
    headers = response.headers
    body = response.body
    part = nil
  }

  /// A part of a batch response, with its text where it is an error: nobody reads the others.
  package init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), part: JSONValue?) {
    self.status = status
    self.headers = headers
    self.part = part
    body = (200...299).contains(status) ? [] : part?.serialized ?? []
  }

  /// The body as JSON, parsed with each call; nil for anything else.
  package var json: JSONValue? { part ?? (try? JSONValue(parsing: body)) }

  package var isSuccess: Bool { (200...299).contains(status) }

  /// True for a page of a web server or a proxy.
  package var isWebPage: Bool {
    let type = headers["Content-Type"]?.lowercased() ?? ""
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
  }

  /// The server's clock when it answered; nil without a `Date`.
  package var serverTime: Timestamp? { headers["Date"].flatMap { Timestamp(httpDate: $0) } }
}
