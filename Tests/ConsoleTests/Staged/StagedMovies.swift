import ConsoleData
import HTTPKit
import JSONKit
import Testing

@testable import Console

/// A suite over two movies whose changes an operator stages in their forms.
protocol StagedMovies {}

extension StagedMovies {
  static var row: String { "/s/todo/t/Movie/r/" }
  static var changes: String { "/s/todo/changes" }

  func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    let rows = ["a", "b"].map { id -> (String, JSONObject) in
      (id, ["title": .string("Film \(id)"), "rank": 1, "note": "old"])
    }
    try await console.pull("Movie", rows)
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  /// Opens the row's form and stages `values` in it.
  func stage(
    _ id: String, _ values: [(String, String)], _ browser: inout TestBrowser, _ token: String
  ) async throws {
    let form = await browser.get("\(Self.row)\(id)/edit").page
    var fields = values + [("stage", "1")]
    for name in ["ifState", "staged"] {
      if let value = form.value(of: name) { fields.append((name, value)) }
    }
    let answer = await browser.submit(Self.row + id, fields, token: token)
    #expect(answer.status == 303, "\(answer.page)")
  }

  static func typed(_ column: String, _ value: String, was: String) -> [(String, String)] {
    [("v.\(column)", value), ("w.\(column)", was)]
  }
}
