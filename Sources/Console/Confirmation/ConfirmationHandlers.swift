import ConsoleData
import HTTPKit
import Localization
import TemplateKit

/// A page that asks before something is done, as its asker saw it.
struct Confirmation: Sendable {
  static let questionsMax = 64
  /// A longer page is shown at once and has no address.
  fileprivate static let bytesMax = 512 << 10

  fileprivate let page: HTTPResponse
}

/// Gives questions an address of their own, so that Back and Reload show them again instead of
/// sending the form that led to them once more.
struct ConfirmationHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    guard let session = context.principal?.session,
      let question = services.confirmations.find(request.parameter("question"), of: "\(session.id)")
    else {
      throw ConsoleError(
        404, title: localized("This confirmation has expired"),
        reason: localized(
          "Confirmations expire after an hour and belong to one session. Nothing was changed. "
            + "Go back to the list and try again."),
        code: "not_kept")
    }
    return question.page
  }
}

extension ConsoleServices {
  /// Answers with a page that asks; who sent a form is led to it.
  func ask(
    _ template: String, title: String, values: TemplateDictionary, _ request: HTTPRequest,
    _ context: PageContext, nav: Nav
  ) async throws -> HTTPResponse {
    let response = try await pages.page(
      template, title: title, values: values, request, context, nav: nav, formats: [])
    guard request.method == .post, let session = context.principal?.session,
      case .bytes(let page) = response.body, page.count <= Confirmation.bytesMax
    else { return response }
    return .seeOther(
      Links.question(confirmations.put(Confirmation(page: response), of: "\(session.id)")))
  }
}
