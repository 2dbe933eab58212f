import Localization
import Support

extension ActionReport {
  /// What was done to the rows or operations; a choice for errors has its word of the API.
  enum Code: String, Sendable, CaseIterable {
    case edit, undelete, cancel, retry
    case keepLocal = "keep-local"
    case takeServer = "take-server"
    case merge, discard
    case removeRow = "remove-row"

    /// As ``ActionReport/done``, which is kept in English.
    var english: String {
      switch self {
      case .edit: "edited"
      case .undelete: "undeleted"
      case .cancel: "cancelled"
      case .retry: "queued for retry"
      case .keepLocal: "resolved with your changes"
      case .takeServer: "resolved with the server’s version"
      case .merge: "resolved and queued"
      case .discard: "discarded"
      case .removeRow: "removed with their rows"
      }
    }

    /// Of an entry from before codes were kept; nil for words that no action has.
    init?(english: String) {
      guard let code = Self.allCases.first(where: { $0.english === english }) else { return nil }
      self = code
    }
  }

  /// The headline, such as `204 of 207 rows undeleted`.
  var sentence: String {
    let counted = Format.count(asked, thing == Self.operations ? "change" : "row")
    guard changed == asked else { return part(Format.number(changed), of: counted) }
    return all(asked == 1 ? name ?? counted : counted)
  }

  private func all(_ things: String) -> String {
    switch code {
    case .edit: localized("\(things) edited.")
    case .undelete: localized("\(things) undeleted.")
    case .cancel: localized("\(things) cancelled.")
    case .retry: localized("\(things) queued for retry.")
    case .keepLocal: localized("\(things) resolved with your changes.")
    case .takeServer: localized("\(things) resolved with the server’s version.")
    case .merge: localized("\(things) resolved and queued.")
    case .discard: localized("\(things) discarded.")
    case .removeRow: localized("\(things) removed with their rows.")
    case nil: "\(things) \(done)."
    }
  }

  private func part(_ changed: String, of things: String) -> String {
    switch code {
    case .edit: localized("\(changed) of \(things) edited.")
    case .undelete: localized("\(changed) of \(things) undeleted.")
    case .cancel: localized("\(changed) of \(things) cancelled.")
    case .retry: localized("\(changed) of \(things) queued for retry.")
    case .keepLocal: localized("\(changed) of \(things) resolved with your changes.")
    case .takeServer: localized("\(changed) of \(things) resolved with the server’s version.")
    case .merge: localized("\(changed) of \(things) resolved and queued.")
    case .discard: localized("\(changed) of \(things) discarded.")
    case .removeRow: localized("\(changed) of \(things) removed with their rows.")
    case nil: "\(changed) of \(things) \(done)."
    }
  }
}
