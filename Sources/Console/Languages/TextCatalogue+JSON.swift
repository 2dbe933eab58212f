import JSONKit
import Localization

extension TextCatalogue {
  /// Reads a file of `Templates/Languages`: an object with the members `texts`, `script` and `counts`, such
  /// as `"row": {"one": "{0} Zeile", "other": "{0} Zeilen"}`, and `earlier` with what earlier versions
  /// stored.
  ///
  /// - Throws: When a member is missing or is not a text.
  convenience init(_ language: Language, _ json: JSONValue) throws(TextCatalogueError) {
    var counts: Counts = [:]
    for (noun, forms) in try Self.members(json, "counts") {
      for category in language.pluralCategories {
        counts[noun, default: [:]][category] = try Self.text(
          forms[category.rawValue], "counts: \(noun): \(category.rawValue)")
      }
    }
    _ = try Self.texts(json, "script")
    let earlier = json["earlier"] == nil ? [:] : try Self.texts(json, "earlier")
    let texts = try Self.texts(json, "texts").merging(earlier) { present, _ in present }
    self.init(
      language, texts: texts, counts: counts,
      scriptTexts: JSONValue.object(try Self.members(json, "script")).serializedText)
  }

  private static func texts(
    _ json: JSONValue, _ name: String
  ) throws(TextCatalogueError) -> Texts {
    var texts: Texts = [:]
    for (english, translation) in try members(json, name) {
      texts[english] = try text(translation, "\(name): \(english)")
    }
    return texts
  }

  private static func members(
    _ json: JSONValue, _ name: String
  ) throws(TextCatalogueError) -> JSONObject {
    guard let members = json[name]?.object else { throw TextCatalogueError(member: name) }
    return members
  }

  private static func text(
    _ json: JSONValue?, _ name: String
  ) throws(TextCatalogueError) -> String {
    guard let text = json?.string else { throw TextCatalogueError(member: name) }
    return text
  }
}

/// A catalogue that cannot be used.
struct TextCatalogueError: Error, CustomStringConvertible {
  let member: String

  var description: String { "The member \(member) is missing, or it is not a text." }
}
