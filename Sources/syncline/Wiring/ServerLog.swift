import HTTPKit
import Support

/// The server's log: one line an event, on standard error.
struct ServerLog: Sendable {
  let time: any TimeSource

  /// A failure whose detail no page shows, under the id that the page shows.
  func failure(_ error: any Error, _ request: HTTPRequest) {
    line("request \(request.requestID): \(request.method.rawValue) failed: \(error)")
  }

  func line(_ text: String) { Output.error("\(time.now) \(TextTable.printable(text))") }
}
