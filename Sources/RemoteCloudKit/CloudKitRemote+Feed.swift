import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension CloudKitRemote {
  package func changes(_ request: FeedRequest) async throws(RemoteError) -> FeedPage {
    let zone = layout.zone(ofFeed: request.feed)
    let entry: ZoneEntry
    do throws(RemoteError) {
      entry = try await changes(of: zone, after: request.token, pageSize: request.pageSize)
    } catch {
      guard creates(zone), error.isMissingZone, request.token == nil else { throw error }
      return FeedPage(warnings: [
        "There is no zone \(zone.name) yet; it is made with the first push."
      ])
    }
    guard !entry.isTokenLost else {
      return FeedPage(
        isTokenLost: true,
        warnings: [
          "The server does not know the delta token of \(layout.feedName(of: zone)) any more, so "
            + "every record is pulled again."
        ])
    }
    return page(entry, of: zone)
  }

  private func page(_ entry: ZoneEntry, of zone: CloudKitZone) -> FeedPage {
    let reader = reader(zone)
    var page = FeedPage(token: entry.token, hasMore: entry.hasMore)
    var order: [String] = []
    var records: UTF8Dictionary<[Record]> = [:]
    var unusable: Set<UnusableID> = []
    for item in entry.lastStates {
      if let removal = reader.removal(item) {
        page.removals.append(removal)
      } else if case let part = RemoteResponse(item), !part.isSuccess {
        page.warnings.append(
          "The server could not give the record \(item["recordName"]?.string ?? "without a name"): "
            + (connection.client.message(in: part) ?? "it gives no reason"))
      } else if let fault = UnusableID(item["recordName"]) {
        unusable.insert(fault)
      } else if let record = reader.record(item), let table = record.table {
        if records[table] == nil { order.append(table) }
        records[table, default: []].append(record.record)
      } else if let type = reader.record(item)?.recordType {
        page.warn(
          "\(layout.feedName(of: zone)) has records of type \(type), but this store has no table for "
            + "them. To pull them, list a table with this zone and record type in the configuration."
        )
      } else {
        page.warnings.append("The server sent a record without a type, which has no place here.")
      }
    }
    page.warnings += unusable.warnings(layout.feedName(of: zone))
    page.tables = order.map { table in
      let rows = records[table] ?? []
      return FeedRecords(table: table, records: rows, columns: types.columns(of: rows, in: table))
    }
    return page
  }

  /// One page of a zone's feed.
  ///
  /// - Parameter keys: The fields that come; nil for all.
  func changes(
    of zone: CloudKitZone, after token: String?, pageSize: Int, keys: [String]? = nil
  ) async throws(RemoteError) -> ZoneEntry {
    var wanted: JSONObject = ["zoneID": .object(zone.json)]
    wanted["syncToken"] = token.map { .string($0) }
    wanted["desiredKeys"] = keys.map { .array($0.map { .string($0) }) }
    let size = Int64(min(max(pageSize, 1), Self.recordsMax))
    let answer = try await call(
      "changes/zone", ["zones": [.object(wanted)], "resultsLimit": .integer(size)])
    let entries = (answer["zones"]?.array ?? []).compactMap(\.object)
    let mine = entries.first { $0["zoneID"]?["zoneName"]?.string === zone.name }
    guard let entry = mine ?? (entries.count == 1 ? entries[0] : nil) else {
      throw .malformed(detail: "The zone’s changes were asked for, and something else came.")
    }
    if entry["deleted"]?.bool == true {
      throw .notFound(status: 404, detail: "ZONE_NOT_FOUND: the zone was deleted with its records.")
    }
    let part = RemoteResponse(entry)
    // No code of its own is documented for a token that has expired.
    if token != nil, part.errorCode == "BAD_REQUEST" {
      return ZoneEntry(items: [], token: nil, hasMore: false, isTokenLost: true)
    }
    guard part.isSuccess else { throw connection.error(part) }
    guard let newToken = entry["syncToken"]?.string, let records = entry["records"]?.array else {
      throw .malformed(detail: "The zone’s changes came without a token or without records.")
    }
    return ZoneEntry(
      items: records.compactMap(\.object), token: newToken,
      hasMore: entry["moreComing"]?.bool ?? false)
  }
}

extension FeedPage {
  fileprivate mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }
}

/// What one page of a zone's feed holds.
struct ZoneEntry: Sendable {
  var items: [JSONObject]
  var token: String?
  var hasMore: Bool
  var isTokenLost = false

  /// Of a record that is in the page more than once, the last one.
  var lastStates: [JSONObject] {
    var places: UTF8Dictionary<Int> = [:]
    for (place, item) in items.enumerated() {
      if let name = item["recordName"]?.string { places[name] = place }
    }
    return items.enumerated().filter { place, item in
      item["recordName"]?.string.map { places[$0] == place } ?? true
    }.map(\.element)
  }
}
