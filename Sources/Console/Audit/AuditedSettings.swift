import ConsoleData
import JSONKit
import Localization
import Support

/// What an entry changed in the settings of a store, by the names that the form has for them.
struct AuditedSettings {
  let record: AuditRecord
  let form: StoreForm

  /// `Page size from 100 to 500`; nil where nothing that has a name was changed.
  var summary: String? {
    guard let before = record.before?.object, let after = record.after?.object else { return nil }
    let (was, now) = (SettingsDraft(before), SettingsDraft(after))
    var changes = form.labels(was.kind, now.kind).compactMap { path, label -> String? in
      let (old, new) = (was[path], now[path])
      guard old != new else { return nil }
      let (from, to) = (Self.shown(old), Self.shown(new))
      return localized("\(label) from \(from) to \(to)", context: "change of a setting")
    }
    if before["tables"] != after["tables"] { changes.append(localized("Tables")) }
    return changes.isEmpty ? nil : AuditChange.list(changes)
  }

  private static func shown(_ value: String) -> String {
    guard !value.isEmpty else { return localized("the default", context: "change of a setting") }
    return value.count > 60 ? value.prefix(60) + "…" : value
  }
}
