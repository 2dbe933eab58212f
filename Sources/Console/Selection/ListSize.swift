import HTTPKit

/// How many lines the queue and the errors have when their address does not say.
enum ListSize {
  /// About what a window shows; the first line of a longer page is seen later.
  static let page = RowListRequest.sizeDefault
  /// A program reads on at once.
  static let program = 50
  static let max = 500

  static func standard(_ request: HTTPRequest) -> Int { request.wantsJSON ? program : page }
}
