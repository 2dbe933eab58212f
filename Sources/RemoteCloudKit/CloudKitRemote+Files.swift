import HTTPClient
import HTTPKit
package import JSONKit
import RemoteHTTP
package import SyncCore

extension CloudKitRemote: FileRemote {
  /// The most that one upload over the web may hold.
  static let assetBytesMax = 15 << 20

  package func upload(_ file: FileUpload) async throws(RemoteError) -> JSONValue {
    guard file.bytes.count <= Self.assetBytesMax else {
      throw .tooLarge(
        status: 413,
        detail: "\(file.name) has \(file.bytes.count) bytes; CloudKit takes up to "
          + "\(Self.assetBytesMax) in one upload over the web. Nothing was sent.")
    }
    let zone = layout.zone(of: file.table)
    if let reason = readOnlyReason(file.table) {
      throw .rejected(status: 403, detail: "\(file.table) is read-only. \(reason)")
    }
    let token: JSONObject = [
      "recordType": .string(layout.recordType(of: file.table)), "recordName": .string(file.id),
      "fieldName": .string(FieldName.field(file.column)),
    ]
    let answer = try await call(
      "assets/upload",
      ["tokens": [.object(token)], "zoneID": .object(zone.json)])
    let entry = answer["tokens"]?.array?.first?.object ?? JSONObject()
    let part = RemoteResponse(entry)
    guard part.isSuccess else { throw connection.error(part) }
    guard let url = entry["url"]?.string else {
      throw .malformed(detail: "A place for the file was asked for, and none came.")
    }
    let response = try await transfer(
      ClientRequest(
        .post, url, headers: ["Content-Type": "application/octet-stream"], body: file.bytes))
    guard let single = response.json?["singleFile"]?.object, single["receipt"] != nil else {
      throw .malformed(detail: "The file was sent, and the answer names no receipt for it.")
    }
    types.note(FieldType("ASSETID"), of: file.column, in: file.table)
    return .object(single)
  }

  package func shownValues(of change: Change) -> JSONObject {
    JSONObject(
      change.values.map { name, value in
        guard let asset = value.object, asset["receipt"] != nil else { return (name, value) }
        let shown = FieldReader.withoutAddress(
          asset, field: FieldName.field(name), recordName: change.id)
        return (name, .object(shown))
      })
  }

  package func download(
    _ value: JSONValue, of table: String, limit: Int
  ) async throws(RemoteError) -> FileContent {
    guard let name = value["recordName"]?.string, let field = value["fieldName"]?.string else {
      throw .notFound(
        status: 404,
        detail: "The file is not on the server yet: it can be fetched once its row was pushed.")
    }
    if let size = value["size"]?.integer, size > Int64(limit) { throw Self.tooLarge(size, limit) }
    let address = try await address(of: field, in: name, layout.zone(of: table))
    let response = try await transfer(ClientRequest(.get, address))
    guard response.body.count <= limit else {
      throw Self.tooLarge(Int64(response.body.count), limit)
    }
    return FileContent(
      contentType: ContentType.of(response.body, told: response.headers["Content-Type"]),
      bytes: response.body)
  }

  /// Where the bytes are just now: such an address lives for minutes.
  private func address(
    of field: String, in name: String, _ zone: CloudKitZone
  ) async throws(RemoteError) -> String {
    let answer = try await call(
      "records/lookup",
      [
        "records": [["recordName": .string(name), "desiredKeys": [.string(field)]]],
        "zoneID": .object(zone.json),
      ])
    let entry = answer["records"]?.array?.first?.object ?? JSONObject()
    let part = RemoteResponse(entry)
    guard part.isSuccess else { throw connection.error(part) }
    guard let url = entry["fields"]?[field]?["value"]?["downloadURL"]?.string else {
      throw .notFound(status: 404, detail: "The server’s record has no file in \(field).")
    }
    return url.replacing("${f}", with: "file")
  }

  /// To and from the place of the bytes, which an answer named: another host, that knows no sign-in.
  private func transfer(_ request: ClientRequest) async throws(RemoteError) -> RemoteResponse {
    var request = request
    do {
      request.egress = try EgressRule(remote: configuration.url)
    } catch {
      throw connection.client.error(error)
    }
    return try await connection.client.success(of: request, "the file")
  }

  private static func tooLarge(_ size: Int64, _ limit: Int) -> RemoteError {
    .tooLarge(
      status: 413,
      detail: "The file has \(size) bytes, and at most \(limit) are fetched.")
  }
}

/// What a file is: the place of the bytes calls all of them binary.
enum ContentType {
  private static let beginnings: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"),
    ([0xff, 0xd8, 0xff], "image/jpeg"), (Array("GIF8".utf8), "image/gif"),
    (Array("%PDF-".utf8), "application/pdf"),
  ]

  static func of(_ bytes: [UInt8], told: String?) -> String {
    if let known = beginnings.first(where: { bytes.starts(with: $0.0) }) { return known.1 }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "image/webp"
    }
    return told ?? "application/octet-stream"
  }
}
