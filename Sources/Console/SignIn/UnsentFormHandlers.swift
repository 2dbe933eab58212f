import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support

/// Forms that came when their sender's session had ended, from signing in again until they are sent.
struct UnsentFormHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    guard let form = services.unsentForms.find(request.parameter("id"), of: context.who) else {
      throw ConsoleError(
        404, title: localized("This form has expired"),
        reason: localized(
          "Unsubmitted forms are kept for an hour after a session ends, only for the "
            + "user who filled them in. Nothing was changed."),
        code: "not_kept")
    }
    if request.wantsJSON {
      return services.pages.respond(json: ["path": .string(Links.below(form.path))])
    }
    let page = ResubmitFormPage(
      path: form.path, fields: form.fields, back: form.back, why: .endedSession,
      row: await ResubmittedRow(path: form.path, fields: form.fields, services: services))
    return try await services.pages.page(
      ResubmitFormPage.template, title: ResubmitFormPage.title, values: page.values, request,
      context,
      nav: Nav(.elsewhere), formats: [])
  }
}

extension SignInHandlers.Note {
  /// What the page to sign in says of a form that was not taken.
  init(_ unsent: SignInForms.Unsent) {
    guard unsent.id != nil else {
      self.init(
        headline: localized("You were signed out before this was submitted."),
        detail: unsent.isUpload
          ? localized(
            "Nothing was changed. Sign in, then paste the rows or choose the file again.")
          : localized("Nothing was changed. Sign in, then submit it again."))
      return
    }
    let kept = localized("Nothing was changed. Your entries are kept for an hour.")
    let next =
      unsent.name.map { user in
        localized("Sign in as \(user) again to review and submit them.")
      } ?? localized("Sign in again to review and submit them.")
    self.init(
      headline: localized("Your session ended before this was submitted."),
      detail: [kept, next].joinedAsSentences())
  }
}

extension ConsoleServices {
  /// To what this person could not send, else to the page that was asked for.
  func wayBack(_ user: String, _ form: SignInForms.Form) -> String {
    if let unsent = form.unsent, let id = unsent.id, let sender = unsent.user,
      let fields = unsentForms.find(id, of: sender)
    {
      if sender === user { return Links.unsentForm(id) }
      // A one-time link has no second one: whoever signs in next in that browser goes on.
      if sender == ConsoleData.linkUser {
        return Links.unsentForm(unsentForms.put(fields, of: user))
      }
    }
    return form.returnPath.flatMap { isOwnPath($0) ? Links.below($0) : nil } ?? Links.stores
  }
}
