import HTTPKit
import Localization
import Support
import TemplateKit

/// A form that was not taken for now, with what was typed in it; to be sent again.
struct ResubmitFormPage {
  enum Reason: Equatable {
    /// Its session is over.
    case endedSession
    /// Somebody is signed in again, under a session that the form does not belong to.
    case otherSession
    /// A file cannot be written.
    case storage(title: String, reason: String)
  }

  static let template = "SignIn/resubmit-form"
  static var title: String { localized("Form not submitted") }

  /// Where the form goes, below the console's prefix.
  let path: String
  let fields: QueryItems
  /// The page that it stood on, below the prefix; nil for the stores.
  let back: String?
  let why: Reason
  /// Nil for a form of anything but a row.
  var row: ResubmittedRow?

  var hasTypedValues: Bool { !TemplateDictionary.typed(fields).isEmpty }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "ACTION": Links.below(path), "BACK_LINK": back.map { Links.below($0) } ?? Links.stores,
    ]
    values.show("OTHER_SESSION", if: why == .otherSession)
    values.show("ENDED_SESSION", if: why == .endedSession)
    if case .storage(let title, let reason) = why {
      values.add("STORAGE", ["TITLE": title, "REASON": reason])
    }
    values.set(kept: fields, showing: row?.facts)
    values.set("BUTTON", row?.button ?? localized("Send again"))
    values.add("WHAT", list: row.map { [["TEXT": $0.sentence]] } ?? [])
    values.show("IS_EDIT", if: row?.isEdit == true)
    values.show("IS_OTHER", if: row?.isEdit != true)
    return values
  }
}

/// A value of a form that is shown before the form is sent again.
struct ResubmittedValue {
  let name: String
  let value: String
  /// True where sending the form changes it.
  var isChanged = false
}

extension TemplateDictionary {
  /// What a form had in it, to be sent along unseen, shown, or, where it is secret, typed again.
  ///
  /// - Parameter told: What is shown of it; nil for every field that somebody typed.
  mutating func set(kept form: QueryItems, showing told: [ResubmittedValue]? = nil) {
    let kept = Self.ownless(form)
    let secrets = kept.filter { FormSecrets.contain($0.name) }
    let open = kept.filter { !FormSecrets.contain($0.name) }
    add("KEPT", list: open.map { ["NAME": $0.name, "VALUE": $0.value] })
    let shown =
      told
      ?? Self.typed(form).map {
        ResubmittedValue(name: Self.label($0.name), value: Self.words($0))
      }
    var facts = TemplateDictionary()
    facts.add(
      "FACT",
      list: shown.map { shown in
        var fact: TemplateDictionary = ["NAME": shown.name, "VALUE": shown.value]
        fact.show("CHANGED", if: shown.isChanged)
        return fact
      })
    add("FACTS", list: shown.isEmpty ? [] : [facts])
    show("AGAIN_NOTE", if: !secrets.isEmpty)
    add(
      "AGAIN",
      list: secrets.map { item in
        [
          "FIELD_ID": "again-\(item.name)", "NAME": item.name,
          "LABEL": localized("New password again"),
        ]
      })
  }

  /// Without what the console itself put into the form.
  private static func ownless(_ form: QueryItems) -> [QueryItems.Item] {
    let own = [CSRFToken.field, ReauthenticationPage.field, "username"]
    return form.items.filter { !own.contains($0.name) }
  }

  /// What somebody typed and may be shown again.
  static func typed(_ form: QueryItems) -> [QueryItems.Item] {
    ownless(form).filter {
      !FormSecrets.contain($0.name) && !isUnseen($0.name) && !$0.value.isEmpty
    }
  }

  /// What nobody typed: guards, old values, ways back, and the buttons.
  private static func isUnseen(_ name: String) -> Bool {
    unseen.contains(name) || ["w.", "k.", "side."].contains { name.hasPrefix($0) }
  }

  private static let unseen: UTF8Set = [
    "action", "at", "back", "confirmed", "do", "draft", "expect", "from", "full", "ifState",
    "limit", "list", "opened", "operation", "preview", "query", "row", "seen", "selection", "stage",
    "tab",
    "then", "upTo", "until", "view", "was", ConfirmationToken.field, IdempotencyKey.field,
    RowFormPage.restoredField, RowFormPage.stagedField,
  ]

  /// The column that a field of a row's form is about, else the field's own name.
  private static func label(_ name: String) -> String {
    if name.hasPrefix("v.") { return String(name.dropFirst(2)) }
    if name.hasPrefix("n.") {
      let column = String(name.dropFirst(2))
      return localized("\(column) is NULL")
    }
    if name == "more" { return localized("More columns") }
    return name.capitalizedWord
  }

  /// A tick says yes; what was typed stands as it is.
  private static func words(_ item: QueryItems.Item) -> String {
    item.name.hasPrefix("n.") ? localized("yes") : item.value
  }
}
