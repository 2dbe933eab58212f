import JSONKit
import Localization
import RemoteCloudKit
import Support

/// The zones of a CloudKit store, and which tables are in which.
extension ConfigurationReader {
  static let zoneMembers = ["zone", "zoneOwner", "recordType"]

  /// - Returns: At least one zone; nil where one can't be used.
  mutating func zones(
    _ members: JSONObject, _ database: CloudKitConfiguration.Database?, at path: String
  ) -> [CloudKitZone]? {
    guard let value = members["zones"] else {
      return zone(members, database, at: path).map { [$0] }
    }
    for name in ["zone", "zoneOwner"] where members[name] != nil {
      report(
        "\(path).\(name)", localized("write either zone and zoneOwner, or zones, not both."))
    }
    guard case .array(let items) = value, !items.isEmpty else {
      report("\(path).zones", localized("write a list of zones, [ { \"name\": … } ]."))
      return nil
    }
    if database == .public {
      report(
        "\(path).zones",
        localized("the public database has only its default zone. Leave zones out."))
      return nil
    }
    let zones = items.enumerated().map { zone($1, database, at: "\(path).zones[\($0)]") }
    var known: [CloudKitZone] = []
    for (index, zone) in zones.enumerated() {
      guard let zone else { continue }
      let place = "\(path).zones[\(index)].name"
      if known.contains(where: { $0.name === zone.name && $0.owner === zone.owner }) {
        report(place, localized("the zone \"\(zone.title)\" is listed twice."))
      }
      if items.count > 1, zone.name === CloudKitZone.default.name {
        report(
          place,
          localized(
            "the default zone has no feed of changes, so a store can’t have other zones beside it. "
              + "Write another store for it."))
      }
      known.append(zone)
    }
    return known.count == items.count ? known : nil
  }

  private mutating func zone(
    _ value: JSONValue, _ database: CloudKitConfiguration.Database?, at path: String
  ) -> CloudKitZone? {
    guard let members = object(value, at: path, allowed: ["name", "owner", "readOnly"]) else {
      return nil
    }
    let name = text(members, "name", at: path, isRequired: true)
    let owner = text(members, "owner", at: path)
    let isReadOnly = flag(members, "readOnly", at: path) ?? false
    if database == .shared, members["owner"] == nil {
      reportMissing(
        "\(path).owner", localized("write the record name of the user who shares the zone."))
      return nil
    }
    return name.map { CloudKitZone($0, owner: owner, isReadOnly: isReadOnly) }
  }

  // MARK: - Tables

  /// The tables that are not the record type of their name in the first zone, by the order of zones.
  mutating func placedTables(
    _ value: JSONValue?, in zones: [CloudKitZone], at path: String, zonesAt: String
  ) -> [CloudKitTable] {
    var tables: [CloudKitTable] = []
    var isWrong = false
    for (index, item) in (value?.array ?? []).enumerated() {
      guard let name = item["name"]?.string else { continue }
      guard let table = table(name, item.object ?? [:], zones, at: "\(path)[\(index)]") else {
        isWrong = true
        continue
      }
      if let other = tables.first(where: {
        $0.recordType === table.recordType && $0.zone == table.zone && $0.name !== name
      }) {
        report(
          "\(path)[\(index)].recordType",
          localized(
            "\(other.name) is the record type \(table.recordType) of the zone "
              + "\(table.zone.title) already. Write another recordType or zone."))
      }
      tables.append(table)
    }
    if zones.count > 1, !isWrong { reportEmpty(zones, tables, at: zonesAt) }
    return zones.flatMap { zone in
      tables.filter { $0.zone == zone && (zone != zones[0] || $0.name !== $0.recordType) }
    }
  }

  private mutating func reportEmpty(
    _ zones: [CloudKitZone], _ tables: [CloudKitTable], at path: String
  ) {
    for (index, zone) in zones.enumerated() where !tables.contains(where: { $0.zone == zone }) {
      report(
        "\(path)[\(index)]",
        localized(
          "no table is in the zone \"\(zone.title)\". List a table with \"zone\": "
            + "\"\(zone.name)\", or leave the zone out."))
    }
  }

  private mutating func table(
    _ name: String, _ members: JSONObject, _ zones: [CloudKitZone], at path: String
  ) -> CloudKitTable? {
    let recordType = text(members, "recordType", at: path)
    guard let zoneName = text(members, "zone", at: path) else {
      if members["zoneOwner"] != nil, members["zone"] == nil {
        report("\(path).zoneOwner", localized("write the zone beside its owner."))
        return nil
      }
      return members["zone"] == nil
        ? CloudKitTable(name, recordType: recordType, zone: zones[0]) : nil
    }
    let owner = text(members, "zoneOwner", at: path)
    let named = zones.filter { $0.name === zoneName }
    let found = named.filter { owner == nil || $0.owner === owner }
    guard !found.isEmpty else {
      let (member, wanted) = named.isEmpty ? ("zone", zoneName) : ("zoneOwner", owner ?? "")
      report(
        "\(path).\(member)",
        localized(
          "\"\(wanted)\" is not a zone of this store. Its zones: \(CloudKitZone.list(zones))."))
      return nil
    }
    guard found.count == 1 else {
      let owners = found.map { $0.owner ?? "" }
      reportMissing(
        "\(path).zoneOwner",
        localized(
          "\"\(zoneName)\" has several owners. Write \(Self.alternatives(owners))."))
      return nil
    }
    return CloudKitTable(name, recordType: recordType, zone: found[0])
  }
}

extension CloudKitZone {
  /// The name, with the owner where it has one.
  fileprivate var title: String {
    owner.map { localized("\(name) of \($0)", context: "zone of an owner") } ?? name
  }

  fileprivate static func list(_ zones: [CloudKitZone]) -> String {
    zones.map { "\"\($0.title)\"" }.joined(separator: ", ")
  }
}
