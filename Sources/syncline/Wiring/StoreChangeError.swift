import Console
import HTTPKit
import Localization

/// Why stores were not changed; nothing was.
enum StoreChangeError: HTTPResponseError {
  case changedMeanwhile(String, file: String)
  case unknown(String)
  case nameTaken(String)
  case fileExists(String, String)

  var status: Int {
    switch self {
    case .unknown: 404
    case .changedMeanwhile, .nameTaken, .fileExists: 409
    }
  }

  var code: String {
    switch self {
    case .changedMeanwhile: "settings_changed"
    case .unknown: "no_such_store"
    case .nameTaken: "store_exists"
    case .fileExists: "store_file_exists"
    }
  }

  var reason: String {
    switch self {
    case .changedMeanwhile(let store, let file):
      localized(
        "\(file) now has different settings for \(store). Nothing was changed; reload them.")
    case .unknown(let store):
      localized("The configuration has no store \(store). Nothing was changed.")
    case .nameTaken(let store):
      localized(
        "There is now another store \(store). Nothing was changed; remove it or change its name "
          + "first.")
    case .fileExists(let store, let path):
      localized(
        "The file \(path) already exists, so \(store) was not restored. Nothing was changed; "
          + "move that file away first.")
    }
  }
}

extension ConfigurationBusy: HTTPResponseError {
  var status: Int { 409 }
  var code: String { "configuration_busy" }
  var reason: String { description }
}

extension ConfigurationError: HTTPResponseError {
  var status: Int { 409 }
  var code: String { "configuration_mistake" }
  var reason: String {
    let list = problems.map(\.description).joined(separator: " ")
    return localized("\(file) is invalid, so nothing was changed: \(list)")
  }
}
