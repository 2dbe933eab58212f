import Localization
import Support

extension StoreForm {
  /// What the form calls each setting outside of tables, in its order.
  ///
  /// - Parameter kinds: Of remotes; the first one that the form knows counts.
  func labels(_ kinds: String...) -> [(path: String, label: String)] {
    fields(kinds).flatMap { field in field.paths.map { ($0, field.label) } }
  }

  /// The settings outside of tables, in the order of the form.
  func fields(_ kinds: [String]) -> [SettingField] {
    let remote = self.kinds.first { kind in kinds.contains { $0 == kind.kind } }
    return [
      SettingField("name", localized("Name")),
      SettingField("environment", localized("Environment")),
      SettingField("timeZone", localized("Time zone")),
    ] + (remote?.fields ?? []) + (remote?.laterFields ?? []) + sections.flatMap(\.fields)
  }
}

extension SettingField {
  /// The paths of the members that the field sets.
  package var paths: [String] { control == .secret ? [path + "Env", path + "File"] : [path] }
}

/// Settings by the labels of their fields, for whoever reads a page.
extension SettingsFields {
  /// What the form calls the setting; its path where there is no field for it.
  func label(at path: String) -> String {
    if path === SettingsDraft.tableNames { return localized("Tables") }
    let labels = form.labels(draft.kind)
    if let known = labels.first(where: { $0.path === path }) { return known.label }
    if let list = labels.first(where: { path.hasPrefix($0.path + ".") }) { return list.label }
    let parts = path.split(separator: ".", maxSplits: 2).map(String.init)
    guard parts.count == 3, parts[0] === "tables", let index = Int(parts[1]) else { return path }
    let tables = draft.tables
    let name = tables.indices.contains(index) ? tables[index].name : ""
    return [name.isEmpty ? localized("Table") : name, tableLabel(parts[2])].joinedAsList()
  }

  /// What the block of a table calls one of its settings, such as `dependsOn`.
  func tableLabel(_ member: String) -> String {
    switch member {
    case "name": return localized("Name")
    case "softDelete", "softDelete.kind": return localized("Delete")
    case "softDelete.column": return localized("Soft delete column")
    case "dependsOn": return localized("Push after")
    default: break
    }
    if let field = kind?.tableFields.first(where: { $0.path === member }) { return field.label }
    let parts = member.split(separator: ".").map(String.init)
    guard parts.count == 3, parts[0] === "pull", let index = Int(parts[1]) else { return member }
    let number = index + 1
    switch parts[2] {
    case "queryId": return localized("Query id \(number)")
    case "filter": return localized("Filter \(number)")
    default: return member
    }
  }

  // MARK: - Deleting rows

  /// Where the server keeps no deleted rows, its own way of deleting is removing.
  func deletion(_ table: TableDraft) -> TableDraft.Deletion {
    table.deletion == .system && kind?.ownDeletion == nil ? .none : table.deletion
  }

  /// `Soft delete: complete`.
  func deletionWords(_ table: TableDraft) -> String {
    switch deletion(table) {
    case .system: localized("Soft delete")
    case .flag, .date: localized("Soft delete: \(table.deletionColumn)")
    case .none: localized("Hard delete")
    }
  }
}
