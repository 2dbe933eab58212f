import HTTPKit
import JSONKit
import TemplateKit

/// Keys and words.
struct HelpHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    if request.wantsJSON {
      return services.pages.respond(json: [
        "keys": .array(Help.keys.map { ["keys": .string($0.keys), "does": .string($0.does)] }),
        "words": .array(
          Help.words.map { ["word": .string($0.word), "meaning": .string($0.meaning)] }),
      ])
    }
    let words = Help.words.map { word -> TemplateDictionary in
      ["WORD": word.word, "MEANING": word.meaning]
    }
    var values = TemplateDictionary()
    values.add("WORDS", list: words)
    return try await services.pages.page(
      "Help/help", title: "Help", values: values, request, context, nav: Nav(.help))
  }
}
