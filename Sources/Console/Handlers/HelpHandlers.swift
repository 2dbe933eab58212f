import HTTPKit
import JSONKit
import TemplateKit

/// Keys and words, for people.
struct HelpHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] { [.get("/help", .storeOpen, show).openToOneStore()] }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    try await services.pages.page(
      "help", title: "Help", values: TemplateDictionary(), request, context, nav: Nav(.help),
      formats: [])
  }
}
