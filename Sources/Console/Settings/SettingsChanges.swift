import JSONKit
import Localization
import Support
import SyncCore

/// What differs between two versions of a store's settings, as its form calls and shows them.
struct SettingsChanges {
  struct Change: Equatable {
    let label: String
    /// Nil where the setting is left out.
    let before: String?
    let after: String?
  }

  /// Those outside of tables.
  let ofStore: [Change]
  let ofTables: [Change]

  var all: [Change] { ofStore + ofTables }

  init(from old: JSONObject, to new: JSONObject, _ form: StoreForm) {
    let (was, now) = (SettingsDraft(old), SettingsDraft(new))
    let fields = SettingsFields(form: form, draft: now.kind.isEmpty ? was : now)
    let known = form.fields([was.kind, now.kind])
    ofStore =
      Self.kind(was, now, form) + known.flatMap { Self.changes(of: $0, was, now) }
      + Self.others(was, now, known.flatMap(\.paths))
    ofTables = Self.tables(was.tables, now.tables, fields)
  }

  // MARK: - Of the store

  private static func kind(
    _ was: SettingsDraft, _ now: SettingsDraft, _ form: StoreForm
  ) -> [Change] {
    let title = { (kind: String) -> String? in
      kind.isEmpty ? nil : form.kinds.first { $0.kind == kind }?.title ?? kind
    }
    return change(localized("Kind"), title(was.kind), title(now.kind))
  }

  private static func changes(
    of field: SettingField, _ was: SettingsDraft, _ now: SettingsDraft
  ) -> [Change] {
    field.paths.flatMap { path in
      change(
        field.label, was.value(at: path).map { words($0, in: field) },
        now.value(at: path).map { words($0, in: field) })
    }
  }

  /// Members that the form does not ask for.
  private static func others(
    _ was: SettingsDraft, _ now: SettingsDraft, _ known: [String]
  ) -> [Change] {
    let elsewhere = known + ["tables", "remote.kind"]
    return now.differences(from: was.settings).filter { path, _, _ in
      !elsewhere.contains { path === $0 || path.hasPrefix($0 + ".") }
    }.map { Change(label: $0.path, before: $0.theirs, after: $0.ours) }
  }

  // MARK: - Of tables

  private static func tables(
    _ was: [TableDraft], _ now: [TableDraft], _ fields: SettingsFields
  ) -> [Change] {
    (was.map(\.name) + now.map(\.name)).unique.flatMap { name in
      changes(
        name, was.first { $0.name === name }, now.first { $0.name === name }, fields)
    }
  }

  private static func changes(
    _ name: String, _ was: TableDraft?, _ now: TableDraft?, _ fields: SettingsFields
  ) -> [Change] {
    let (old, new) = (values(of: was, fields), values(of: now, fields))
    let labels = (old.map(\.label) + new.map(\.label)).unique
    let presence = change(localized("Table"), was.map { _ in name }, now.map { _ in name })
    return presence
      + labels.flatMap { label in
        change(
          [name, label].joinedAsList(), old.first { $0.label === label }?.text,
          new.first { $0.label === label }?.text)
      }
  }

  /// The settings of a table beside its name.
  private static func values(
    of table: TableDraft?, _ fields: SettingsFields
  ) -> [(label: String, text: String)] {
    guard let table else { return [] }
    return table.settings.flatMap { member, value -> [(label: String, text: String)] in
      let label = fields.tableLabel(member)
      switch member {
      case "name": return []
      case "softDelete": return [(label, fields.deletionWords(table))]
      case "pull":
        return SettingsDraft.leaves(value, at: member).map { (fields.tableLabel($0.path), $0.text) }
      case ConflictRuleSettings.member:
        let rules = (value.array ?? []).compactMap(ConflictRule.init)
        return [(localized("Conflict rules"), rules.map(\.sentence).joinedAsClauses())]
      default: return [(label, words(value))]
      }
    }
  }

  // MARK: - Words

  private static func change(_ label: String, _ before: String?, _ after: String?) -> [Change] {
    before == after ? [] : [Change(label: label, before: before, after: after)]
  }

  /// The value as the field shows it.
  private static func words(_ value: JSONValue, in field: SettingField) -> String {
    guard case .choice(let options) = field.control,
      let option = options.first(where: { $0.value == value.string })
    else { return words(value) }
    return option.label
  }

  /// The value without the marks of JSON: `Notes, Family`.
  private static func words(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .bool(let isOn): isOn ? localized("Yes") : localized("No")
    case .array(let items): items.map { words($0) }.joinedAsList()
    case .object(let object):
      object.map { "\($0.name) \(words($0.value))" }.joinedAsClauses()
    default: value.serializedText
    }
  }
}
