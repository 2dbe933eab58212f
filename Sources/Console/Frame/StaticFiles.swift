import Gzip
import HTTPKit
import Localization
import Support

/// The files of `Public/`, read once, under names that change with their content.
///
/// A folder that is named as a file, such as `app.css/`, is one file: its parts, in the order that
/// its `order.txt` lists. `app.css` is served as `/static/app.HASH.css` and may be kept forever; nothing but
/// these files can be asked for, whatever the path says. A style sheet names another file as
/// `url(NAME)`, without quotes, and is served with the address of it.
struct StaticFiles: Sendable {
  private struct File: Sendable {
    let bytes: [UInt8]
    let packed: PackedBytes
    let type: String
    let hash: String
  }

  /// What is packed when it is first asked for, so that a console starts without it.
  private final class PackedBytes: Sendable {
    private let known = Locked<[UInt8]??>(nil)

    /// Nil where packing makes the bytes hardly shorter.
    func value(of bytes: [UInt8]) -> [UInt8]? {
      known.withLock { known in
        if let known { return known }
        let packed = StaticFiles.packed(bytes)
        known = .some(packed)
        return packed
      }
    }
  }

  private var files: UTF8Dictionary<File> = [:]
  private var urls: UTF8Dictionary<String> = [:]
  static let prefix = "/static/"
  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "txt": "text/plain",
    "woff2": "font/woff2",
  ]

  /// The script of the pages, which is another file in every language.
  static let script = "app.js"

  /// - Parameters:
  ///   - directory: Nil for no files at all.
  ///   - catalogues: The texts of the script.
  init(directory: String?, catalogues: [TextCatalogue] = [.english]) throws(FileError) {
    guard let directory else { return }
    let contents = try Self.read(directory)
    for (path, bytes) in contents where !Self.isStyleSheet(path) {
      guard path == Self.script else {
        add(path, bytes)
        continue
      }
      for catalogue in catalogues {
        add(Self.script(of: catalogue.language), catalogue.script + bytes)
      }
    }
    for (path, bytes) in contents where Self.isStyleSheet(path) { add(path, linked(bytes)) }
  }

  private static func isStyleSheet(_ path: String) -> Bool { path.hasSuffix(".css") }

  /// A style sheet with the addresses of the files that it names, relative to its own.
  private func linked(_ sheet: [UInt8]) -> [UInt8] {
    let parts = sheet.split(separator: UInt8(ascii: "("), omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).reduce(into: Array(parts[0])) { whole, pair in
      let (before, part) = pair
      whole.append(UInt8(ascii: "("))
      guard before.suffix(3).elementsEqual("url".utf8) else {
        whole += part
        return
      }
      let name = part.prefix { $0 != UInt8(ascii: ")") }
      let address = urls[String(decoding: name, as: UTF8.self)]?.dropFirst(Self.prefix.count)
      whole += address.map { Array($0.utf8) } ?? Array(name)
      whole += part.dropFirst(name.count)
    }
  }

  private static func script(of language: Language) -> String { "app.\(language.tag).js" }

  private mutating func add(_ path: String, _ bytes: [UInt8]) {
    guard let dot = path.lastIndex(of: "."),
      let type = Self.types[String(path[path.index(after: dot)...])]
    else { return }
    let tag = String(quickHash(bytes), radix: 16)
    let url = "\(Self.prefix)\(path[..<dot]).\(tag)\(path[dot...])"
    files[url] = File(bytes: bytes, packed: PackedBytes(), type: type, hash: tag)
    urls[path] = url
  }

  private static func read(_ directory: String) throws(FileError) -> UTF8Dictionary<[UInt8]> {
    var files: UTF8Dictionary<[UInt8]> = [:]
    for path in try Files.list(below: directory) {
      let folder = String(path.prefix { $0 != "/" })
      guard path.contains("/"), folder.contains(".") else {
        files[path] = try Files.read("\(directory)/\(path)")
        continue
      }
      if files[folder] == nil { files[folder] = try parts(of: "\(directory)/\(folder)") }
    }
    return files
  }

  /// The content of a file that is in parts.
  private static func parts(of folder: String) throws(FileError) -> [UInt8] {
    var whole: [UInt8] = []
    for name in try Files.read("\(folder)/\(orderFile)").split(separator: UInt8(ascii: "\n")) {
      whole += try Files.read("\(folder)/\(String(decoding: name, as: UTF8.self))")
    }
    return whole
  }

  /// Names the parts of a file, one a line, in their order.
  static let orderFile = "order.txt"

  /// The address of a file; an empty one for a file that is not there.
  func url(_ name: String) -> String { urls[name].map(Links.below) ?? "" }

  /// The address of the script with the texts of the request's language.
  var scriptURL: String { url(Self.script(of: TextCatalogue.current.language)) }

  func respond(to request: HTTPRequest) -> HTTPResponse {
    guard let file = files[request.rawPath] else {
      return .text("There is no such file. Reload the page that asked for it.\n", status: 404)
    }
    guard request.method == .get || request.method == .head else {
      var response = HTTPResponse.text("Files can only be read.\n", status: 405)
      response.headers["Allow"] = "GET, HEAD"
      return response
    }
    let packed = request.acceptsGzip ? file.packed.value(of: file.bytes) : nil
    let tag = packed == nil ? "\"\(file.hash)\"" : "\"\(file.hash)-gzip\""
    var headers: HTTPHeaders = [
      "Content-Type": file.type, "ETag": tag, "Vary": "Accept-Encoding",
      "Cache-Control": "public, max-age=31536000, immutable",
    ]
    let known = request.headers["If-None-Match"]?.split(separator: ",").contains { known in
      known.drop { $0 == " " }.prefix { $0 != " " } == tag || known == "*"
    }
    if known == true { return HTTPResponse(304, headers: headers) }
    if packed != nil { headers["Content-Encoding"] = "gzip" }
    return HTTPResponse(200, headers: headers, body: .bytes(packed ?? file.bytes))
  }

  fileprivate static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= ResponseCompression.bytesMin, let packed = Gzip.pack(bytes, .best) else {
      return nil
    }
    return packed.count < bytes.count * 9 / 10 ? packed : nil
  }
}
