import ConsoleData
import Localization

/// The sentences about masked values.
extension AuditSentence {
  static func ofMasking(_ record: AuditRecord) -> String {
    if let columns = name(in: record, "show ", " in a form") {
      return localized("\(who) showed masked values in a form: \(columns)")
    }
    if let columns = name(in: record, "show ") {
      return localized("\(who) showed masked values: \(columns)")
    }
    if let columns = name(in: record, "cover ") {
      return localized("\(who) masked values again: \(columns)")
    }
    return localized("\(who) changed masking: \(target)")
  }
}
