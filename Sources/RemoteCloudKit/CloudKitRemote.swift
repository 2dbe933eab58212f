package import HTTPClient
package import JSONKit
package import RemoteHTTP
package import Support
package import SyncCore

/// A database of CloudKit Web Services.
///
/// A custom zone has a feed of changes that names deleted records. The public database and the
/// default zones have none: their tables are pulled by queries, and deletions are found by reconcile
/// or by a column that marks them.
///
/// It learns the fields' types from answers, so keep one instance for a store instead of making one
/// per run.
package final class CloudKitRemote: ChangeFeedRemote {
  /// So many records fit into one request or answer.
  static let recordsMax = 200

  let connection: CloudKitConnection
  let types: FieldTypes
  let layout: ZoneLayout
  let time: any TimeSource
  let random: RandomSource

  package convenience init(_ configuration: CloudKitConfiguration, client: HTTPClient) {
    self.init(RenewableConfiguration(configuration), transport: client)
  }

  package init(
    _ settings: RenewableConfiguration<CloudKitConfiguration>, transport: any RemoteTransport,
    time: any TimeSource = SystemTime(), random: RandomSource = .system
  ) {
    self.time = time
    self.random = random
    connection = CloudKitConnection(settings, transport: transport, time: time)
    types = FieldTypes(declared: settings.current.fields)
    layout = ZoneLayout(settings.current.zone, settings.current.tables)
  }

  func reader(_ zone: CloudKitZone) -> RecordReader {
    RecordReader(
      types: types, layout: layout, zone: zone, nameSeparator: configuration.nameSeparator)
  }

  var configuration: CloudKitConfiguration { connection.configuration }

  package var kind: String { "cloudkit" }

  package var displayURL: String { configuration.url + configuration.path }

  package var responseTime: ResponseTime? { connection.client.responseTime }

  package var capabilities: RemoteCapabilities {
    let all: RemoteCapabilities = [
      .versionedWrites, .checkedWrites, .incrementalPull, .clientIDs, .hardDelete, .files,
      .reinsert, .nestedValues,
    ]
    return configuration.hasFeed ? all.union(.removals) : all
  }

  package var feeds: [ChangeFeed] { configuration.hasFeed ? layout.feeds : [] }

  package func readOnlyReason(_ table: String?) -> String? {
    Self.readOnlyReason(table.map(layout.zone(of:)) ?? layout.zones[0])
  }

  static func readOnlyReason(_ zone: CloudKitZone) -> String? {
    zone.isReadOnly ? "The settings of this store mark its zone, \(zone), as read-only." : nil
  }

  package func learn(_ columns: [RemoteColumn], of table: String) {
    types.learn(columns, of: table)
  }

  /// A reference as the name of its record.
  package func portable(_ value: JSONValue) -> JSONValue {
    value["fileChecksum"] == nil ? value["recordName"] ?? value : value
  }

  package func newID(for table: String, uuid: String) -> String {
    let separator = configuration.nameSeparator
    return separator.isEmpty
      ? uuid.uppercased() : layout.recordType(of: table) + separator + uuid.uppercased()
  }

  // MARK: - Reading

  package func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    try await read(table, ids: [id]).first?.asked(id, of: table)
  }

  package func read(_ table: String, ids: [String]) async throws(RemoteError) -> [Record] {
    try await lookup(ids, in: layout.zone(of: table)).filter { $0.table === table }.map(\.record)
  }

  /// An answer names every record that was asked for, or says that it is not there.
  private static let recordsByName = RowsByID(partSize: recordsMax, mayOmitRows: false)

  /// The records of these names, whatever their types.
  func lookup(
    _ names: [String], in zone: CloudKitZone
  ) async throws(RemoteError) -> [TypedRecord] {
    let reader = reader(zone)
    return try await Self.recordsByName.read(names, id: \.record.id) { names throws(RemoteError) in
      let answer = try await call(
        "records/lookup",
        [
          "records": .array(names.map { ["recordName": .string($0)] }),
          "zoneID": .object(zone.json),
        ])
      var found: [TypedRecord] = []
      for case .object(let entry) in answer["records"]?.array ?? [] {
        let part = RemoteResponse(entry)
        if part.errorCode == "NOT_FOUND" { continue }
        guard part.isSuccess else { throw connection.error(part) }
        guard let record = reader.record(entry) else {
          throw .malformed(detail: "A record was asked for, and one without a name came.")
        }
        // A name of somebody else's is no answer to this question.
        if !record.record.deleted, names.contains(record.record.id) { found.append(record) }
      }
      return found
    }
  }

  package func probe() async throws(RemoteError) {
    for zone in layout.zones { try await probe(zone) }
  }

  private func probe(_ zone: CloudKitZone) async throws(RemoteError) {
    // A record that is not there is as good an answer as one that is.
    do throws(RemoteError) {
      _ = try await lookup(["syncline-probe"], in: zone)
    } catch {
      guard !(creates(zone) && error.isMissingZone) else { return }
      guard error.isMissingZone, let zones = try? await zones() else { throw error }
      let names = zones.map { zone in zone.owner.map { "\(zone.name) (of \($0))" } ?? zone.name }
      throw .notFound(
        status: 404,
        detail: "ZONE_NOT_FOUND: there is no zone \(zone.name). "
          + (names.isEmpty
            ? "This database has none but its default one."
            : "This database has: \(names.joined(separator: ", ")). Write one of them as zone."))
    }
  }

  /// Whether a write that finds the zone missing creates it.
  func creates(_ zone: CloudKitZone) -> Bool { configuration.createsZone && !zone.isReadOnly }

  /// The zones of the database that have a feed, in the order of their names.
  package func zones() async throws(RemoteError) -> [CloudKitZone] {
    var zones: UTF8Dictionary<CloudKitZone> = [:]
    var token: String?
    while true {
      var body: JSONObject = ["resultsLimit": .integer(Int64(Self.recordsMax))]
      body["syncToken"] = token.map { .string($0) }
      let answer = try await call("changes/database", body)
      for entry in answer["zones"]?.array ?? [] {
        guard let name = entry["zoneID"]?["zoneName"]?.string else { continue }
        let owner = entry["zoneID"]?["ownerRecordName"]?.string
        let isGone = entry["deleted"]?.bool == true || name === CloudKitZone.default.name
        zones["\(name) \(owner ?? "")"] = isGone ? nil : CloudKitZone(name, owner: owner)
      }
      let next = answer["syncToken"]?.string
      // A token that stays the same would go round for ever.
      guard answer["moreComing"]?.bool == true, let next, next != token else { break }
      token = next
    }
    return zones.values.sorted { ($0.name, $0.owner ?? "") < ($1.name, $1.owner ?? "") }
  }

  func call(_ operation: String, _ body: JSONObject) async throws(RemoteError) -> JSONObject {
    do throws(CallFailure) {
      return try await connection.call(operation, body).object
    } catch {
      throw connection.error(error)
    }
  }
}

extension RemoteError {
  /// True for the answer that a zone is not there.
  var isMissingZone: Bool {
    guard case .notFound(_, let detail) = self else { return false }
    return detail.hasPrefix("ZONE_NOT_FOUND")
  }
}
