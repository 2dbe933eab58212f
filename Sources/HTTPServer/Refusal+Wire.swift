import CMicroHTTPD
import HTTPKit

extension HTTPResponse {
  /// The whole answer as it goes over the wire, behind which the connection closes.
  func encodedWhole(requestID: String, withBody: Bool) -> [UInt8] {
    let phrase = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
    let response = checked
    let body: [UInt8] = if case .bytes(let bytes) = response.body { bytes } else { [] }
    var fields = response.headers
    for (name, value) in [
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("X-Request-Id", requestID),
    ] where fields[name] == nil { fields[name] = value }
    // Source: RFC 9110, section 15.5.6.
    if status == 405, fields["Allow"] == nil {
      fields["Allow"] = HTTPMethod.allCases.map(\.rawValue).joined(separator: ", ")
    }
    let head =
      ["HTTP/1.1 \(status) \(phrase)"] + fields.all.map { "\($0.name): \($0.value)" }
      + ["Content-Length: \(body.count)", "Connection: close", "", ""]
    return Array(head.joined(separator: "\r\n").utf8) + (withBody ? body : [])
  }
}
