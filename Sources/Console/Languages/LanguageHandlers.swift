import ConsoleData
import HTTPKit
import Localization
import Support

/// The choice of the pages' language, kept with the account.
struct LanguageHandlers: Sendable {
  /// What stands for the language that the browser asks for.
  static let automatic = "automatic"

  let services: ConsoleServices

  static let choices = [automatic] + Language.allCases.map(\.tag)

  @Sendable func choose(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let choice = try request.form()["language"]
    guard let choice, Self.choices.contains(where: { $0 === choice }) else {
      let tags = Self.choices.joinedAsList()
      throw HTTPError(400, localized("The language must be one of: \(tags)."))
    }
    let language = Language(rawValue: choice)
    try await services.data.setLanguage(language?.tag, of: context.ownSession)
    return .seeOther(Links.account)
  }
}
