import Support
import SyncCore

/// The zones of a store, with the tables in each.
struct ZoneLayout: Sendable {
  /// The first one has every table that is not listed.
  let zones: [CloudKitZone]
  private let tables: [CloudKitTable]
  private let byName: UTF8Dictionary<CloudKitTable>

  init(_ zone: CloudKitZone, _ tables: [CloudKitTable]) {
    var zones = [zone]
    for table in tables where !zones.contains(where: table.zone.isSame) { zones.append(table.zone) }
    self.zones = zones
    self.tables = tables
    byName = UTF8Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
  }

  // MARK: - Tables

  func zone(of table: String) -> CloudKitZone { byName[table]?.zone ?? zones[0] }

  func recordType(of table: String) -> String { byName[table]?.recordType ?? table }

  /// The table with the records of a type in a zone; nil where the store has none.
  func table(of type: String, in zone: CloudKitZone) -> String? {
    if let listed = tables.first(where: { $0.recordType === type && $0.zone.isSame(as: zone) }) {
      return listed.name
    }
    return zone.isSame(as: zones[0]) && byName[type] == nil ? type : nil
  }

  /// The changes by the zones of their tables, each with its place among `tables`.
  func places(of tables: [String]) -> [(zone: CloudKitZone, indices: [Int])] {
    zones.compactMap { zone in
      let indices = tables.indices.filter { self.zone(of: tables[$0]).isSame(as: zone) }
      return indices.isEmpty ? nil : (zone, indices)
    }
  }

  // MARK: - Feeds

  var feeds: [ChangeFeed] {
    zones.enumerated().map { index, zone in
      ChangeFeed(feedName(of: zone), index == 0 ? .allBut(elsewhere) : .only(listed(in: zone)))
    }
  }

  /// The zone of a feed; the first one for nil.
  func zone(ofFeed name: String?) -> CloudKitZone {
    zones.first { feedName(of: $0) === name } ?? zones[0]
  }

  /// "zone Notes", with the owner where two zones have the same name.
  func feedName(of zone: CloudKitZone) -> String {
    let isUnique = zones.count { $0.name === zone.name } == 1
    return "zone \(isUnique ? zone.name : zone.description)"
  }

  private func listed(in zone: CloudKitZone) -> UTF8Set {
    UTF8Set(tables.filter { $0.zone.isSame(as: zone) }.map(\.name))
  }

  private var elsewhere: UTF8Set {
    UTF8Set(tables.filter { !$0.zone.isSame(as: zones[0]) }.map(\.name))
  }

  // MARK: - Mistakes

  /// What is wrong with it, as whole sentences.
  func problems(in database: CloudKitConfiguration.Database) -> [String] {
    var problems: [String] = []
    if zones.count > 1, database == .public {
      problems.append("The public database has only its default zone.")
    }
    if zones.count > 1, zones.contains(where: { $0.name === CloudKitZone.default.name }) {
      problems.append(
        "The default zone has no feed of changes, so a store can’t have other zones beside it.")
    }
    for (index, table) in tables.enumerated() {
      let before = tables[..<index]
      if before.contains(where: { $0.name === table.name }) {
        problems.append("The table \(table.name) is listed twice.")
      } else if let other = before.first(where: {
        $0.recordType === table.recordType && $0.zone.isSame(as: table.zone)
      }) {
        problems.append(
          "\(other.name) and \(table.name) are both the record type \(table.recordType) of the "
            + "zone \(table.zone.name).")
      }
    }
    return problems
  }
}

extension CloudKitZone: CustomStringConvertible {
  /// The name, with the owner where it has one.
  public var description: String { owner.map { "\(name) of \($0)" } ?? name }
}
