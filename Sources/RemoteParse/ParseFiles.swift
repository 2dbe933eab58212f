import HTTPKit
package import JSONKit
import RemoteHTTP
package import SyncCore

extension ParseRemote: FileRemote {
  private static let nameMax = 128

  package func upload(_ file: FileUpload) async throws(RemoteError) -> JSONValue {
    guard !file.bytes.isEmpty else {
      throw .rejected(status: 400, detail: "The file is empty, and the server takes none such.")
    }
    let answer = try await client.response(to: requests.upload(Self.acceptable(file.name), file))
    guard answer.isSuccess else {
      guard answer.status != 413 else {
        throw .tooLarge(
          status: 413, detail: "The file of \(file.bytes.count) bytes is larger than it takes.")
      }
      throw client.error(answer, "the upload")
    }
    guard let name = answer.json?["name"]?.string else {
      throw .malformed(detail: "A file was uploaded, and the answer does not name it.")
    }
    return ["__type": "File", "name": .string(name)]
  }

  package func download(
    _ value: JSONValue, of table: String, limit: Int
  ) async throws(RemoteError) -> FileContent {
    guard value["__type"] == "File", let name = value["name"]?.string, !name.isEmpty else {
      throw .notFound(status: 404, detail: "The value names no file.")
    }
    let answer = try await client.response(to: requests.download(name))
    guard answer.status != 404 else {
      throw .notFound(status: 404, detail: "It has no file \(name) any more.")
    }
    guard answer.isSuccess else {
      throw .rejected(status: answer.status, detail: "It does not give the file \(name).")
    }
    guard answer.body.count <= limit else {
      throw .tooLarge(
        status: 413, detail: "The file \(name) has \(answer.body.count) bytes, more than allowed.")
    }
    return FileContent(
      contentType: answer.headers["Content-Type"] ?? "application/octet-stream",
      bytes: answer.body)
  }

  /// The name as the server takes it: begins with a letter or digit, holds few other signs.
  static func acceptable(_ name: String) -> String {
    let isPlain = { (byte: UInt8) in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    var bytes = name.utf8.map { byte in
      isPlain(byte) || "@. ~_-".utf8.contains(byte) ? byte : UInt8(ascii: "_")
    }
    if let first = bytes.first, !isPlain(first) { bytes[0] = UInt8(ascii: "_") }
    if bytes.isEmpty { bytes = Array("file".utf8) }
    guard bytes.count > nameMax else { return String(decoding: bytes, as: UTF8.self) }
    // What stays is the ending, which tells the type.
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).map { Array(bytes[$0...]) } ?? []
    let ending = dot.count <= 16 ? dot : []
    return String(
      decoding: bytes.prefix(nameMax - ending.count) + ending, as: UTF8.self)
  }
}
