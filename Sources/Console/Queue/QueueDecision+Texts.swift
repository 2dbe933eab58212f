import Localization
import SyncCore

extension QueueDecision {
  /// True when something is dropped here that nobody else has.
  var loses: Bool {
    switch self {
    case .cancel, .resolve(.discard), .resolve(.removeRow), .resolve(.takeServer): true
    case .retry, .resolve: false
    }
  }

  /// Asks about changes of a table, or of several.
  func question(_ changes: String, of place: String, in store: String) -> String {
    switch self {
    case .cancel: localized("Cancel \(changes) of \(place) in store \(store)?")
    case .retry, .resolve(.retry):
      localized("Retry \(changes) of \(place) in store \(store)?")
    case .resolve(.keepLocal):
      localized("Keep mine for \(changes) of \(place) in store \(store)?")
    case .resolve(.takeServer):
      localized("Take server’s for \(changes) of \(place) in store \(store)?")
    case .resolve(.merge):
      localized("Save the results of \(changes) of \(place) in store \(store)?")
    case .resolve(.discard): localized("Discard \(changes) of \(place) in store \(store)?")
    case .resolve(.removeRow):
      localized("Remove the rows of \(changes) of \(place) in store \(store)?")
    }
  }

  func button(_ changes: String) -> String {
    switch self {
    case .cancel: localized("Cancel \(changes)")
    case .retry, .resolve(.retry): localized("Retry \(changes)")
    case .resolve(.keepLocal): localized("Keep mine for \(changes)")
    case .resolve(.takeServer): localized("Take server’s for \(changes)")
    case .resolve(.merge): localized("Save the results of \(changes)")
    case .resolve(.discard): localized("Discard \(changes)")
    case .resolve(.removeRow): localized("Remove the rows of \(changes)")
    }
  }

  /// What was done, as reports keep it.
  var code: ActionReport.Code {
    switch self {
    case .cancel: .cancel
    case .retry, .resolve(.retry): .retry
    case .resolve(.keepLocal): .keepLocal
    case .resolve(.takeServer): .takeServer
    case .resolve(.merge): .merge
    case .resolve(.discard): .discard
    case .resolve(.removeRow): .removeRow
    }
  }

  /// Whether it leaves something to be sent.
  var sends: Bool {
    switch self {
    case .retry, .resolve(.retry), .resolve(.keepLocal), .resolve(.merge): true
    default: false
    }
  }

  /// What becomes of so many changes.
  func warning(_ count: Int) -> String {
    switch self {
    case .cancel, .resolve(.discard), .resolve(.takeServer):
      count == 1 ? localized("The change is discarded.") : localized("The changes are discarded.")
    case .retry, .resolve(.retry): localized("They are sent again unchanged with the next push.")
    case .resolve(.keepLocal):
      localized("Your changes overwrite the server’s values in the columns changed here.")
    case .resolve(.merge): localized("The results are saved here and sent with the next push.")
    case .resolve(.removeRow): localized("The rows and their changes are removed from this store.")
    }
  }

  var explanation: String {
    switch self {
    case .cancel, .resolve(.discard):
      localized(
        "Each row returns to the server’s last known version; new rows are removed from this "
          + "store. Nothing is sent.")
    case .retry, .resolve(.retry):
      localized("The server is likely to reject them again unless something has changed there.")
    case .resolve(.keepLocal):
      localized(
        "Columns changed only on the server keep the server’s values. Where both sides changed a "
          + "column, the next push overwrites the server’s value; a row without a common base is "
          + "sent in full.")
    case .resolve(.takeServer):
      localized("Each row is replaced with the server’s version. Nothing is sent.")
    case .resolve(.merge): localized("The server’s values in other columns stay.")
    case .resolve(.removeRow):
      localized("Nothing is sent. The server keeps its rows, and a full pull brings them back.")
    }
  }
}
