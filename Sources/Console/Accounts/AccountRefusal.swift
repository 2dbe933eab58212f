import HTTPKit
import Localization

/// Why users or tokens were not changed: on the page in its language, in the audit in English.
enum AccountRefusal: HTTPResponseError {
  case noSuchRole
  case wrongDays(String)
  case noSuchStore(String)
  case noSuchToken(Int64)
  case noSecondFactor(user: String)

  var status: Int {
    switch self {
    case .noSuchRole, .wrongDays, .noSuchStore: 422
    case .noSuchToken, .noSecondFactor: 404
    }
  }

  var reason: String {
    switch self {
    case .noSuchRole: localized("The role must be viewer, operator or admin.")
    case .wrongDays(let typed): localized("“\(typed)” is not a number of days from 1 to 3650.")
    case .noSuchStore(let store): localized("There is no store \(store).")
    case .noSuchToken(let id): localized("There is no API token \(id). It may have been revoked.")
    case .noSecondFactor(let user): localized("\(user) does not use two-factor authentication.")
    }
  }
}
