import ConsoleData
import HTTPKit
import Localization
import TemplateKit

/// The language of a page.
extension Pages {
  /// The texts for who asks.
  ///
  /// A page's script gets them in the language of its page, a person in the language of the account,
  /// or else in the one that the browser likes best, and a program in English.
  func catalogue(for request: HTTPRequest, _ principal: Principal? = nil) -> TextCatalogue {
    if let language = request.headers["X-Syncline-Language"].flatMap(Language.init(rawValue:)) {
      return templates.catalogues[language]
    }
    let isFile = request.format == "csv" || request.format == "ndjson"
    guard !request.wantsJSON, !isFile else { return .english }
    if let principal, principal.session == nil { return .english }
    let chosen = principal?.session?.language.flatMap(Language.init(rawValue:))
    return templates.catalogues[
      chosen ?? Language(acceptLanguage: request.headers["Accept-Language"])]
  }

  /// The languages to choose from on the page of the account.
  func addLanguages(to values: inout TemplateDictionary, _ session: Session) {
    values.set("LANGUAGE_URL", Links.language)
    values.set("LANGUAGE_AUTOMATIC", session.language == nil ? "true" : "false")
    values.add("LANGUAGE_CHOICE", each: templates.catalogues.languages) { item, language in
      item.set("LANGUAGE_VALUE", language.tag)
      item.set("LANGUAGE_LABEL", language.ownName)
      item.set("LANGUAGE_PRESSED", language.tag == session.language ? "true" : "false")
    }
  }
}
