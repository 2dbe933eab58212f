import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// A refusal that is about one field of a form.
struct FieldError: HTTPResponseError {
  /// The field's name.
  let field: String
  private let error: any HTTPResponseError

  init(_ field: String, _ error: any HTTPResponseError) {
    self.field = field
    self.error = error
  }

  var status: Int { error.status }
  var reason: String { error.reason }
  var code: String { error.code }
  var headers: HTTPHeaders { error.headers }
}

/// A form that was refused, as its page shows it again: with what was typed, and the reason beside
/// the field that it is about.
struct InvalidForm {
  let error: any HTTPResponseError
  /// The id of the field that has to be looked at; nil where none can be named.
  let fieldID: String?
  private let typed: QueryItems?
  private let ids: UTF8Dictionary<String>

  /// - Parameter ids: Of the form's fields, by their names.
  init(_ error: any HTTPResponseError, _ request: HTTPRequest, ids: UTF8Dictionary<String>) {
    self.error = error
    self.ids = ids
    let field = (error as? FieldError)?.field ?? (error as? ConsoleDataError)?.field
    fieldID = field.flatMap { ids[$0] }
    typed = try? request.form()
  }

  /// What is wrong, for the list above the forms.
  ///
  /// Of a refused password only the first sentence, as the others stand beside its field. Other
  /// reasons may quote what was typed.
  fileprivate var summary: String {
    let reason = error.reason
    let ends = [". ", "。"].compactMap { reason.firstRange(of: $0)?.lowerBound }
    let isSecret = ids.contains { $0.value == fieldID && FormSecrets.contain($0.key) }
    guard isSecret, let end = ends.min() else { return reason }
    return String(reason[...end])
  }

  /// What was typed into a field; passwords are never shown again.
  func typed(_ id: String) -> String? {
    guard let name = ids.first(where: { $0.value == id })?.key, !FormSecrets.contain(name) else {
      return nil
    }
    return typed?[name]
  }
}

/// Fields whose values no page repeats.
enum FormSecrets {
  static func contain(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["password", "code", "secret"].contains { name.contains($0) }
  }
}

extension TemplateDictionary {
  /// Says above the forms what is wrong, and beside the field what to do about it, too.
  ///
  /// - Parameter ids: Of all fields of the page's forms: `u-name` has the section `U_NAME_ERROR`.
  mutating func set(refused: InvalidForm?, ids: [String]) {
    for id in ids {
      let name = id.uppercased().replacing("-", with: "_")
      let isWrong = refused.map { $0.fieldID == id } ?? false
      add("\(name)_ERROR", list: isWrong ? [["TEXT": refused?.error.reason ?? ""]] : [])
    }
    set(
      mistakes: refused.map { refused in
        FormErrors(
          sentence: refused.fieldID == nil
            ? localized("Nothing was changed.")
            : localized("Nothing was changed: 1 invalid value."),
          list: [.init(fieldID: refused.fieldID, text: refused.summary)])
      })
  }
}

extension Pages {
  /// A page with forms, as it is or with one of them that was refused.
  func page(
    _ template: String, title: String, values: TemplateDictionary, _ request: HTTPRequest,
    _ context: PageContext, nav: Nav, refused: InvalidForm?
  ) async throws -> HTTPResponse {
    var response = try await page(
      template, title: title, values: values, request, context, nav: nav,
      formats: refused == nil ? ["json"] : [], status: refused?.error.status ?? 200)
    for (name, value) in refused?.error.headers.all ?? [] { response.headers[name] = value }
    return response
  }
}
