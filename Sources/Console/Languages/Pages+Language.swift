import ConsoleData
import HTTPKit
import Localization
import TemplateKit

/// The language of a page.
extension Pages {
  /// The texts for a request, whoever sends it: a page's script gets them in the language of its page,
  /// a browser in the one that it likes best, and a program in English.
  func catalogue(for request: HTTPRequest) -> TextCatalogue {
    if let language = request.headers["X-Syncline-Language"].flatMap(Language.init(rawValue:)) {
      return templates.catalogue(language)
    }
    guard isPage(request) else { return .english }
    return templates.catalogue(Language(acceptLanguage: request.headers["Accept-Language"]))
  }

  /// The same once it is known who asks: a page is in the language of the account.
  func catalogue(for request: HTTPRequest, _ principal: Principal?) -> TextCatalogue {
    guard let principal else { return .current }
    guard let session = principal.session else { return .english }
    guard let language = session.language.flatMap(Language.init(rawValue:)), isPage(request) else {
      return .current
    }
    return templates.catalogue(language)
  }

  private func isPage(_ request: HTTPRequest) -> Bool { !request.wantsJSON && !request.isFile }

  /// The languages to choose from on the page of the account.
  func addLanguages(to values: inout TemplateDictionary, _ session: Session, _ context: PageContext)
  {
    guard !context.isReadOnly else { return values.show("NO_LANGUAGES") }
    var form: TemplateDictionary = [
      "LANGUAGE_URL": Links.language,
      "LANGUAGE_AUTOMATIC": session.language == nil ? "true" : "false",
    ]
    form.add("LANGUAGE_CHOICE", each: templates.languages) { item, language in
      item.set("LANGUAGE_VALUE", language.tag)
      item.set("LANGUAGE_LABEL", language.ownName)
      item.set("LANGUAGE_PRESSED", language.tag == session.language ? "true" : "false")
    }
    values.add("LANGUAGES", form)
  }
}
