import JSONKit
import Support
import SyncCore

/// Where the tables are, when they are not at the address that was given.
extension RemoteProbe {
  /// An address of the same server that does have tables; nil when none is found.
  ///
  /// Most wrong addresses end with a path of the protocol, or lack the path at which it is mounted.
  func betterAddress(_ remote: JSONObject, _ tables: [TableSettings]) async -> String? {
    guard let given = remote["url"]?.string else { return nil }
    for address in Self.neighbours(of: given, kind: remote["kind"]?.string ?? "") {
      var candidate = remote
      candidate["url"] = .string(address)
      var reader = ConfigurationReader()
      guard let definition = reader.remote(.object(candidate), at: "remote"),
        reader.problems.isEmpty, let remote = try? opener.remote(definition)
      else { continue }
      if await hasTables(remote, tables) { return address }
    }
    return nil
  }

  /// The addresses above `address`, the nearest first, and the usual path below it.
  static func neighbours(of address: String, kind: String) -> [String] {
    var address = Substring(address)
    while address.last == "/" { address = address.dropLast() }
    guard let scheme = address.firstRange(of: "://") else { return [] }
    var found: [String] = []
    var rest = address
    while let slash = rest.lastIndex(of: "/"), slash >= scheme.upperBound {
      rest = rest[..<slash]
      found.append(String(rest))
    }
    if kind == "parse", !address.hasSuffix("/parse") { found.insert("\(address)/parse", at: 0) }
    return Array(found.prefix(3))
  }

  private func hasTables(_ remote: any Remote, _ tables: [TableSettings]) async -> Bool {
    do throws(RemoteError) {
      if let list = try await (remote as? any TableListRemote)?.tables() { return !list.isEmpty }
      guard let table = tables.first else { return false }
      let page = try await remote.changes(
        PullRequest(table: table.name, pageSize: 1, softDelete: table.softDelete))
      return !page.records.isEmpty
    } catch {
      return false
    }
  }
}
