import Localization
import SyncCore

extension ColumnType {
  /// What is said of a value of another type.
  var misfit: String {
    switch self {
    case .text: localized("not text, kept as received")
    case .number: localized("not a number, kept as received")
    case .boolean: localized("not true or false, kept as received")
    case .date: localized("not a date such as 2017-05-08T07:07:01.595Z, kept as received")
    case .json: localized("not a JSON value, kept as received")
    case .file: localized("not a file (JSON object), kept as received")
    }
  }
}
