import JSONKit
import TemplateKit

extension SupportReport {
  /// For a ticket: every text stands as it is, whatever signs it holds.
  ///
  /// Source: <https://spec.commonmark.org/0.31.2/#backslash-escapes>, and GitHub's tables.
  var markdown: String {
    var text = "# \(Self.escaped(title))\n\n"
    for fact in facts { text += "- **\(fact.name):** \(Self.escaped(fact.text))\n" }
    for section in sections {
      text += "\n## \(Self.escaped(section.title))\n\n"
      guard !section.lines.isEmpty else {
        text += "\(section.empty)\n"
        continue
      }
      text += Self.row(section.columns) + Self.row(section.columns.map { _ in "---" }, isRule: true)
      for line in section.lines { text += Self.row(line) }
      if let note = section.note { text += "\n\(note)\n" }
    }
    return text
  }

  private static func row(_ cells: [String], isRule: Bool = false) -> String {
    "| " + cells.map { isRule ? $0 : escaped($0) }.joined(separator: " | ") + " |\n"
  }

  private static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": output += " "
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "(", ")", "#", "+", "!", "|", "~",
        "&", "@":
        output += "\\\(scalar)"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  var json: JSONValue {
    [
      "title": .string(title),
      "facts": .object(JSONObject(facts.map { ($0.name, .string($0.text)) })),
      "sections": .array(
        sections.map { section in
          [
            "title": .string(section.title),
            "columns": .array(section.columns.map { .string($0) }),
            "rows": .array(section.lines.map { .array($0.map { .string($0) }) }),
            "note": JSONValue(section.note),
          ]
        }), "markdown": .string(markdown),
    ]
  }

  /// For `SupportReport/support-report.tpl`.
  ///
  /// - Parameter markdown: What is there to copy, which is English.
  func values(markdown: String) -> TemplateDictionary {
    var values: TemplateDictionary = ["PASSPORT_TITLE": title, "MARKDOWN": markdown]
    values.add(
      "PASSPORT_FACT", list: facts.map { ["NAME": $0.name, "TEXT": $0.text] as TemplateDictionary })
    values.add(
      "PART",
      list: sections.enumerated().map { index, section in
        var part: TemplateDictionary = [
          "PART_ID": "p-\(index)", "PART_TITLE": section.title, "PART_EMPTY": section.empty,
        ]
        var table = TemplateDictionary()
        table.add("HEAD", list: section.columns.map { ["TEXT": $0] as TemplateDictionary })
        table.add(
          "LINE",
          list: section.lines.map { cells in
            var line: TemplateDictionary = [
              "FIRST": cells.first ?? "", "LABEL": section.columns[0],
            ]
            line.add(
              "CELL",
              list: zip(section.columns, cells).dropFirst().map {
                ["LABEL": $0.0, "TEXT": $0.1] as TemplateDictionary
              })
            return line
          })
        part.add("TABLE_PART", list: section.lines.isEmpty ? [] : [table])
        part.show("NOTHING", if: section.lines.isEmpty)
        part.set("NOTE", ifAny: section.note)
        return part
      })
    return values
  }
}
