import Console
import HTTPKit

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
      "\(file) has other settings for \(store) by now. Nothing was changed; read them again."
    case .unknown(let store): "The configuration has no store \(store). Nothing was changed."
    case .nameTaken(let store):
      "There is another store \(store) by now. Nothing was changed; remove it or change its name "
        + "first."
    case .fileExists(let store, let path):
      "There is a file \(path) already, so \(store) was not brought back over it. Nothing was "
        + "changed; move that file away first."
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
    "\(file) cannot be used as it stands, so nothing was changed: "
      + problems.joined(separator: " ")
  }
}
