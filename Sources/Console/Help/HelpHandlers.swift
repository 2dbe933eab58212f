import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// Topics, keys and terms.
struct HelpHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let query = try request.query()["q"]?.trimmed ?? ""
    let found = HelpSearch(query)
    if request.wantsJSON { return services.pages.respond(json: found.json) }
    let searched = String(query.prefix(40))
    return try await services.pages.page(
      "Help/help", title: query.isEmpty ? localized("Help") : localized("Help: \(searched)"),
      values: found.values, request, context, nav: Nav(.help))
  }
}

/// The topics, keys and terms that contain a search text; all of them for an empty one.
struct HelpSearch {
  private let query: String
  private let topics: [HelpTopic]
  private let keys: [(keys: String, does: String)]
  private let words: [(word: String, meaning: String)]

  init(_ query: String) {
    self.query = query
    let needle = query.lowercased()
    func matches(_ texts: [String]) -> Bool {
      needle.isEmpty || texts.contains { $0.lowercased().contains(needle) }
    }
    topics = HelpTopic.all.filter { matches($0.texts) }
    keys = Help.keys.filter { matches([$0.keys, $0.does]) }
    words = Help.words.filter { matches([$0.word, $0.meaning]) }
  }

  private var isEmpty: Bool { topics.isEmpty && keys.isEmpty && words.isEmpty }

  var json: JSONValue {
    [
      "keys": .array(keys.map { ["keys": .string($0.keys), "does": .string($0.does)] }),
      "words": .array(words.map { ["word": .string($0.word), "meaning": .string($0.meaning)] }),
      "topics": .array(
        topics.map { topic in
          [
            "id": .string(topic.id), "title": .string(topic.title),
            "text": .string(topic.paragraphs.joined(separator: "\n")),
          ]
        }),
    ]
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "QUERY": query, "HELP_LINK": Links.help,
      "COUNT": Format.count(topics.count + keys.count + words.count, "result"),
    ]
    values.show("ALL", if: query.isEmpty)
    values.show("FILTERED", if: !query.isEmpty && !isEmpty)
    values.show("NOTHING", if: isEmpty)
    values.add(
      "KEYS",
      list: query.isEmpty ? [] : keys.map { ["NAME": $0.keys, "DOES": $0.does] })
    values.show("HAS_KEYS", if: !query.isEmpty && !keys.isEmpty)
    values.show("HAS_WORDS", if: !words.isEmpty)
    values.add("WORDS", list: words.map { ["WORD": $0.word, "MEANING": $0.meaning] })
    values.show("HAS_TOPICS", if: !topics.isEmpty)
    for section in ["CARD", "TOPIC"] {
      values.add(
        section,
        list: topics.map { topic in
          var item: TemplateDictionary = [
            "TOPIC_ID": topic.id, "TITLE": topic.title, "SUMMARY": topic.summary,
          ]
          item.add("PARAGRAPH", list: topic.paragraphs.map { ["TEXT": $0] })
          return item
        })
    }
    return values
  }
}
