import HTTPKit
import JSONKit
import Support
import TemplateKit

/// Topics, keys and terms.
struct HelpHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let sought = try request.query()["q"]?.trimmed ?? ""
    let found = HelpFound(sought)
    if request.wantsJSON { return services.pages.respond(json: found.json) }
    return try await services.pages.page(
      "Help/help", title: sought.isEmpty ? "Help" : "Help: \(sought.prefix(40))",
      values: found.values, request, context, nav: Nav(.help))
  }
}

/// The parts of the help that have the words that somebody looks for; all without any.
struct HelpFound {
  private let sought: String
  private let topics: [HelpTopic]
  private let keys: [(keys: String, does: String)]
  private let words: [(word: String, meaning: String)]

  init(_ sought: String) {
    self.sought = sought
    let words = sought.lowercased()
    func has(_ texts: String...) -> Bool {
      words.isEmpty || texts.contains { $0.lowercased().contains(words) }
    }
    topics = HelpTopic.all.filter { words.isEmpty || $0.matches(words) }
    keys = Help.keys.filter { has($0.keys, $0.does) }
    self.words = Help.words.filter { has($0.word, $0.meaning) }
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
      "SOUGHT": sought, "HELP_LINK": Links.help,
      "COUNT": Format.count(topics.count + keys.count + words.count, "result"),
    ]
    values.show("ALL", if: sought.isEmpty)
    values.show("FILTERED", if: !sought.isEmpty && !isEmpty)
    values.show("NOTHING", if: isEmpty)
    values.add(
      "KEYS",
      list: sought.isEmpty ? [] : keys.map { ["NAME": $0.keys, "DOES": $0.does] })
    values.show("HAS_KEYS", if: !sought.isEmpty && !keys.isEmpty)
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
