import JSONKit
import Localization
import Support

/// Changes the configuration file: one writer at a time over all processes, all or nothing.
///
/// What a change does not touch stays as it is, members that nobody knows included.
struct ConfigurationEditor: Sendable {
  let file: String

  /// Why the file can't be changed, as a clause; nil when it can.
  var whyLocked: String? {
    switch Files.protection(of: file) {
    case .folder(let folder): localized("the folder \(folder) is not open for writing")
    case .file(let file): localized("the file \(file) is not open for writing")
    case nil: nil
    }
  }

  /// The file as it stands; empty when there is none.
  func read() throws -> JSONObject {
    guard Files.exists(file) else { return JSONObject() }
    let bytes = try Files.read(file)
    // Says what is wrong, where something is.
    _ = try ConfigurationFile(parsing: bytes, file: file)
    return try JSONValue(parsing: bytes).object ?? JSONObject()
  }

  /// The objects of the stores, in their order.
  func stores() throws -> [JSONValue] { try read()["stores"]?.array ?? [] }

  func settings(of store: String) throws -> JSONObject? {
    try stores().first { $0["name"]?.string == store }?.object
  }

  /// Reads the file, lets `body` change its stores, and writes it, while no other process can.
  ///
  /// - Throws: What `body` throws; nothing is written then. ``ConfigurationError`` when the file
  ///   with the change could not be used.
  func change<Output>(_ body: (inout [JSONValue]) throws -> Output) throws -> Output {
    guard let lock = try FileLock(tryLocking: "\(file).lock") else {
      throw ConfigurationBusy(file: file)
    }
    defer { withExtendedLifetime(lock) {} }
    var root = try read()
    var stores = root["stores"]?.array ?? []
    let output = try body(&stores)
    root["stores"] = .array(stores)
    let bytes = Array((JSONValue.object(root).pretty + "\n").utf8)
    _ = try ConfigurationFile(parsing: bytes, file: file)
    try Files.replace(bytes, at: file)
    return output
  }
}

/// Somebody else changes the file at this moment.
struct ConfigurationBusy: Error, CustomStringConvertible {
  let file: String

  var description: String {
    localized("Another program is changing \(file) just now. Nothing was changed; try again.")
  }
}
