import Localization
import SyncCore

extension ColumnType {
  /// What is said of a value of another type.
  var misfit: String {
    switch self {
    case .text: localized("not text, kept as it came")
    case .number: localized("not a number, kept as it came")
    case .boolean: localized("not true or false, kept as it came")
    case .date: localized("not a date such as 2017-05-08T07:07:01.595Z, kept as it came")
    case .json: localized("not any JSON value, kept as it came")
    case .file: localized("not a file, as a JSON object, kept as it came")
    }
  }
}
