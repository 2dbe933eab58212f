import ConsoleData
import HTTPKit
import Localization
import Support
import TemplateKit

/// One's own account: the password, and the codes on top of it.
struct AccountPage {
  static let template = "Accounts/account"
  static let passwordIDs: UTF8Dictionary<String> = ["password": "p-old", "newPassword": "p-new"]
  static let factorIDs: UTF8Dictionary<String> = ["password": "f-pass", "code": "f-code"]

  let session: Session
  let factor: SecondFactor?
  /// How many sessions beside this one are open.
  let others: Int
  let context: PageContext
  /// A form of this page that was refused.
  var refused: InvalidForm?

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "ACCOUNT_NAME": session.user.actorName, "ACCOUNT_ROLE": session.role.word,
      "ALL_SESSIONS_URL": Links.sessions,
    ]
    values.set(
      refused: refused,
      ids: [Self.passwordIDs, Self.factorIDs, UsersPage.proofIDs].flatMap(\.values))
    values.show("BY_LINK", if: session.isByLink)
    values.add("OWN", list: session.isByLink ? [] : [own])
    return values
  }

  private var own: TemplateDictionary {
    let mayEdit = context.may(.accountEdit)
    var own: TemplateDictionary = [
      "PASSWORD_URL": Links.account("password"), "CONFIRM_URL": Links.account("confirm"),
      "FACTOR_URL": Links.account("second-factor"), "ENDS": Self.ends(others: others),
    ]
    own.show("MAY_EDIT", if: mayEdit)
    own.show("MAY_LOOK", if: !mayEdit)
    let isConfirmed = context.principal?.isConfirmed(at: context.now) ?? true
    own.show("UNCONFIRMED", if: !isConfirmed && mayEdit)
    own.show("NO_FACTOR", if: factor == nil)
    guard let factor else {
      own.add("FACTOR", list: [])
      return own
    }
    var shown: TemplateDictionary = [
      "LEFT": Format.count(factor.recoveryCodesLeft, "recovery code"),
      "REMOVE_URL": Links.accountSecondFactorRemoval,
      "RENEW_URL": Links.account("recovery-codes"),
    ]
    shown.set(time: "SINCE", factor.since, now: context.now)
    shown.show("FEW_LEFT", if: factor.recoveryCodesLeft < 3)
    // Once more: a section sees the names of the place where it was shown.
    shown.show("MAY_EDIT", if: mayEdit)
    own.add("FACTOR", shown)
    return own
  }

  /// What becomes of the sessions when something about signing in changes.
  static func ends(others: Int) -> String {
    guard others > 0 else {
      return localized("You stay signed in here. You have no other sessions.")
    }
    let othersEnd = Format.count(others, "other session ends", "other sessions end")
    return localized("You stay signed in here. \(othersEnd).")
  }
}

extension ConsoleServices {
  /// The page Account, also in place of the answer to a form of it that was refused.
  func accountPage(
    _ request: HTTPRequest, _ context: PageContext, refused: InvalidForm? = nil
  ) async throws -> HTTPResponse {
    let session = try context.ownSession
    let page = AccountPage(
      session: session, factor: try await data.secondFactor(of: session.user),
      others: try await otherSessions(context), context: context, refused: refused)
    var values = page.values
    pages.addLanguages(to: &values, session, context)
    return try await pages.page(
      AccountPage.template, title: localized("Account and security"), values: values, request,
      context,
      nav: Nav(.account), refused: refused)
  }

  /// How many sessions of who asks are open beside this one.
  func otherSessions(_ context: PageContext) async throws -> Int {
    let session = try context.ownSession
    return try await data.sessions(of: session.user).count { $0.id != session.id }
  }
}
