import HTTPKit
import Support

extension StorageProblem {
  /// The answer to a request that the state of a file kept from being done.
  var response: HTTPError {
    HTTPError(
      status, "\(message) Nothing was written to it. \(remedy)", code: cause.rawValue,
      headers: ["Retry-After": "5"])
  }

  /// Nil for an error that has nothing to do with the state of a file.
  static func response(to error: any Error) -> (any HTTPResponseError)? {
    (error as? any StorageFailure)?.storageProblem?.response
  }
}
