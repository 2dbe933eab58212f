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
    let changes = SettingsChanges(from: before, to: after, form)
    var words = changes.ofStore.map { change in
      let (label, from, to) = (change.label, Self.shown(change.before), Self.shown(change.after))
      return localized("\(label) from \(from) to \(to)", context: "change of a setting")
    }
    if !changes.ofTables.isEmpty { words.append(localized("Tables")) }
    return words.isEmpty ? nil : AuditChange.list(words)
  }

  private static func shown(_ value: String?) -> String {
    guard let value, !value.isEmpty else {
      return localized("the default", context: "change of a setting")
    }
    return value.count > 60 ? value.prefix(60) + "…" : value
  }
}
