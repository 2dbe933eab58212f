import HTTPKit

/// A form that came after its session had ended, for who sent it to look at and send again.
struct UnsentForm: Sendable, Equatable {
  /// Each has at most the bytes of a form, a megabyte.
  static let formsMax = 32

  /// Where it was sent to, below the console's prefix, as the browser wrote it.
  let path: String
  let fields: QueryItems
  /// The page that it stood on, below the console's prefix; nil when the browser did not say.
  let back: String?
}
