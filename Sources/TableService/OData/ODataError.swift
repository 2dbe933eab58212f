/// Why a query option cannot be read, with the place where reading stopped.
struct ODataError: Error, Equatable {
  let message: String
  /// Counted in characters from 1; nil when the whole is at fault.
  let position: Int?

  init(_ message: String, at position: Int? = nil) {
    self.message = message
    self.position = position
  }

  func serviceError(in option: String) -> ServiceError {
    let place = position.map { " at character \($0)" } ?? ""
    return .badQuery("\(option) is invalid\(place): \(message).")
  }
}
