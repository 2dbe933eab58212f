import HTTPClient
import HTTPKit
import JSONKit
import SyncCore

extension AzureRequests {
  /// Many writes in one request, each as it would go alone.
  ///
  /// Source: OData JSON Format 4.01, section 19.1.
  func batch(_ changes: [Change]) -> ClientRequest {
    var json = JSONWriter()
    json.reserve(changes.count * 256)
    json.raw("{\"requests\":[")
    for (position, change) in changes.enumerated() {
      if position > 0 { json.raw(",") }
      add(write(change, .merge), at: position, to: &json)
    }
    json.raw("]}")
    return ClientRequest(
      .post, configuration.url + "/$batch", headers: headers([.offlineSync], body: true),
      body: json.bytes)
  }

  /// A request without the headers that the batch has already.
  private func add(_ request: ClientRequest, at position: Int, to json: inout JSONWriter) {
    json.raw("{\"id\":\"")
    json.write(Int64(position))
    json.raw("\",\"method\":")
    json.write(request.method.rawValue)
    json.raw(",\"url\":")
    // Relative to the batch's own address.
    let url = request.url.utf8.dropFirst(configuration.url.utf8.count + 1)
    json.write(String(decoding: url, as: UTF8.self))
    if let version = request.headers["If-Match"] {
      json.raw(",\"headers\":{\"If-Match\":")
      json.write(version)
      json.raw("}")
    }
    if let body = request.body {
      json.raw(",\"body\":")
      json.raw(body)
    }
    json.raw("}")
  }
}
