import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// The form for a store's settings.
struct SettingsPage {
  static let template = "Settings/settings"
  /// The id of the block of ``table``.
  static let tableAnchor = "table"

  /// What the file says by now, where somebody else changed what the form changes too.
  struct Stale {
    /// The settings of the form, with the saved values of such settings.
    var current: JSONObject
    /// The labels of all settings that somebody else changed.
    var merged: [String] = []
  }

  /// What a new address means for what is here already.
  struct ServerChange {
    var old: String
    var new: String
    var rows: Int
    /// Changes that the next push sends to the new address.
    var sendable: Int
    var needAttention: Int
    /// Changes in the queue, those that are skipped included.
    var unsent: Int
  }

  let store: String
  let file: String
  var fields: SettingsFields
  /// The settings that the form was made from.
  var opened = JSONObject()
  /// Their fingerprint, where only that is known.
  var state: String?
  var whyLocked: String?
  /// False where the settings may only be looked at.
  var mayChange = true
  var stale: Stale?
  var serverChange: ServerChange?
  /// Whether the question about the new address was sent back without an answer.
  var isUnanswered = false
  /// What the store has of its tables.
  var kept: [KeptTable] = []
  var test: ConnectionTest?
  /// The table whose settings somebody came for.
  var table: String?
  /// Empty blocks for further tables; where one was asked for just now, typing begins at the first.
  var blankTables = 1

  var title: String { localized("Settings of \(store)") }

  var values: TemplateDictionary {
    let (draft, kind) = (fields.draft, fields.kind)
    // The note above the form says what a test found, and the field what to do about it.
    var fields = fields
    fields.problems += [test?.failure?.remedy].compactMap(\.self)
    var values: TemplateDictionary = [
      "HEADLINE": title, "FILE": file, "STORES_LINK": Links.stores,
      "STATE": state ?? SettingsDraft.fingerprint(opened),
      "OPENED": JSONValue.object(opened).serializedText,
      "STORE": store, "STORE_LINK": Links.store(store), "REMOTE_KIND": draft.kind,
      "REMOTE_TITLE": kind?.title ?? draft.kind, "REMOTE_TEXT": kind?.text ?? "",
      "SAVE_ACTION": Links.settings(store), "CANCEL_LINK": Links.store(store),
    ]
    values.add("REMOVE", list: removeLink)
    values.add(
      "LOCKED",
      list: whyLocked.map { why in [["TEXT": localized("Changes are disabled: \(why).")]] } ?? [])
    values.show("MAY_SAVE", if: whyLocked == nil && mayChange)
    values.show("MAY_CHANGE", if: mayChange)
    values.show("LOOK_ONLY", if: !mayChange)
    addMistakes(to: &values)
    values.add("STALE", list: stale.map { [stalePart($0)] } ?? [])
    values.add("MOVED", list: serverChange.map { [movedPart($0)] } ?? [])
    values.add("PROBED", list: test.map { [$0.values(fields)] } ?? [])
    values.add("SETTING", list: fields.storeFields.map(fields.field))
    let remote = (kind?.fields ?? []) + (kind?.laterFields ?? [])
    values.add("REMOTE_SETTING", list: remote.filter { !$0.isAdvanced }.map(fields.field))
    values.add("REMOTE_ADVANCED", list: fields.advanced(remote, of: kind?.title ?? draft.kind))
    values.add("SECTION", list: fields.form.sections.map(fields.foldedSection))
    values.add("TABLE", list: tableBlocks)
    return values
  }

  private var removeLink: [TemplateDictionary] {
    guard whyLocked == nil, mayChange else { return [] }
    return [["REMOVE_LINK": Links.removeStore(store), "STORE_NAME": store]]
  }

  private static let answerID = "f-serverChange"

  private func addMistakes(to values: inout TemplateDictionary) {
    guard isUnanswered else { return fields.addMistakes(to: &values) }
    let question = localized("Is this the same server?")
    values.set(
      mistakes: FormErrors(
        sentence: localized("Nothing was saved: one question is open."),
        list: [.init(fieldID: Self.answerID, text: question)]))
  }

  // MARK: - What stands above the form

  private func stalePart(_ stale: Stale) -> TemplateDictionary {
    let changes = SettingsChanges(
      from: stale.current, to: fields.draft.settings, fields.form
    ).all
    var part: TemplateDictionary = ["RELOAD_LINK": Links.settings(store)]
    let shown = changes.map(\.label)
    let others = stale.merged.filter { label in !shown.contains { $0 === label } }
    part.set("OTHERS", ifAny: others.isEmpty ? nil : others.joinedAsList())
    let unset = localized("not set")
    part.add(
      "CHANGE",
      list: changes.map { change in
        [
          "SETTING_LABEL": change.label, "THEIRS": change.before ?? unset,
          "OURS": change.after ?? unset,
        ]
      })
    return part
  }

  private func movedPart(_ change: ServerChange) -> TemplateDictionary {
    let (rows, oldAddress) = (Format.count(change.rows, "row"), change.old)
    var sentences = [localized("This store holds \(rows) of \(oldAddress).")]
    let pending = Format.number(change.sendable)
    switch change.sendable {
    case 0 where change.needAttention > 0: break
    case 0: sentences.append(localized("No pending changes."))
    case 1: sentences.append(localized("1 pending change is pushed to the new address."))
    default:
      sentences.append(localized("\(pending) pending changes are pushed to the new address."))
    }
    let attention = Format.count(change.needAttention, "change needs", "changes need")
    if change.needAttention > 0 { sentences.append(localized("\(attention) attention.")) }
    var part: TemplateDictionary = [
      "OLD": oldAddress, "NEW": change.new, "ANSWER_ID": Self.answerID,
    ]
    part.add("HELD", list: sentences.map { ["TEXT": $0] })
    part.show("UNANSWERED", if: isUnanswered)
    return part
  }
}
