import HTTPKit
import JSONKit
import Localization
import Support
import SyncInspection

/// The answer to a request that the state of a file kept from being done.
struct StorageErrorResponse: HTTPResponseError {
  let problem: StorageProblem
  /// The store whose file cannot be opened at all; nil where one request failed.
  var store: String?
  /// What became of the data.
  var consequence = localized("Nothing was written to it.")

  var status: Int { problem.status }
  var code: String { problem.cause.rawValue }
  var headers: HTTPHeaders { ["Retry-After": "5"] }

  var title: String {
    if let store { return localized("The store \(store) cannot be used") }
    return switch problem.cause {
    case .diskFull: localized("The disk is full")
    case .readOnly: localized("A file can only be read")
    case .locked: localized("A file is locked by another program")
    case .ioError, .damaged, .notADatabase, .cannotOpen, .missing, .emptied, .replaced,
      .newerSchema,
      .olderSchema, .incompleteSchema, .unusable:
      localized("A file cannot be used")
    }
  }

  var reason: String {
    let rest =
      store == nil
      ? [consequence, problem.remedy].joinedAsSentences()
      : problem.remedy + sentenceSpace
        + localized("Syncline tries again every few seconds; the other stores are not affected.")
    return [problem.message, rest].joinedAsSentences()
  }

  var links: [ConsoleError.Link] {
    guard let store else { return [] }
    return [
      .init(localized("All stores"), Links.stores),
      .init(localized("Settings"), Links.settings(store)),
    ]
  }
}

extension StorageProblem {
  /// Nil for an error that has nothing to do with the state of a file.
  static func response(to error: any Error) -> (any HTTPResponseError)? {
    StorageProblem(error).map { StorageErrorResponse(problem: $0) }
  }

  var json: JSONValue {
    [
      "code": .string(cause.rawValue), "file": .string(file), "message": .string(message),
      "remedy": .string(remedy),
    ]
  }
}
