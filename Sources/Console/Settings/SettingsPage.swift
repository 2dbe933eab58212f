import HTTPKit
import JSONKit
import Support
import TemplateKit

/// The form for a store's settings.
struct SettingsPage {
  static let template = "Settings/settings"

  /// What the file says by now, when somebody else changed it.
  struct Stale {
    var current: JSONObject
  }

  /// What a new address means for what is here already.
  struct ServerChange {
    var old: String
    var new: String
    var rows: Int
    var unsent: Int
  }

  let store: String
  let file: String
  var fields: SettingsFields
  var fingerprint = ""
  var whyLocked: String?
  /// False where the settings may only be looked at.
  var mayChange = true
  var stale: Stale?
  var serverChange: ServerChange?
  var test: ConnectionTest?
  /// Empty blocks for further tables; where one was asked for just now, typing begins at the first.
  var blankTables = 1

  var title: String { "Settings of \(store)" }

  var values: TemplateDictionary {
    let (draft, kind) = (fields.draft, fields.kind)
    var values: TemplateDictionary = [
      "HEADLINE": title, "FILE": file, "STORES_LINK": Links.stores, "STATE": fingerprint,
      "STORE": store, "STORE_LINK": Links.store(store), "REMOTE_KIND": draft.kind,
      "REMOTE_TITLE": kind?.title ?? draft.kind, "REMOTE_TEXT": kind?.text ?? "",
      "SAVE_ACTION": Links.settings(store), "CANCEL_LINK": Links.store(store),
    ]
    values.add("REMOVE", list: removeLink)
    values.add(
      "LOCKED", list: whyLocked.map { [["TEXT": "Changes are disabled: \($0)."]] } ?? [])
    values.show("MAY_SAVE", if: whyLocked == nil && mayChange)
    values.show("MAY_CHANGE", if: mayChange)
    values.show("LOOK_ONLY", if: !mayChange)
    fields.addMistakes(to: &values)
    values.add("STALE", list: stale.map { [stalePart($0)] } ?? [])
    values.add("MOVED", list: serverChange.map { [movedPart($0)] } ?? [])
    values.add("PROBED", list: test.map { [$0.values] } ?? [])
    values.add("SETTING", list: [fields.environmentField, fields.timeZoneField])
    values.add(
      "REMOTE_SETTING", list: ((kind?.fields ?? []) + (kind?.laterFields ?? [])).map(fields.field))
    values.add("SECTION", list: fields.form.sections.map(fields.section))
    values.add("TABLE", list: tableBlocks)
    return values
  }

  private var removeLink: [TemplateDictionary] {
    guard whyLocked == nil, mayChange else { return [] }
    return [["REMOVE_LINK": Links.removeStore(store), "STORE_NAME": store]]
  }

  // MARK: - What stands above the form

  private func stalePart(_ stale: Stale) -> TemplateDictionary {
    let differences = fields.draft.differences(from: stale.current)
    var part: TemplateDictionary = ["RELOAD_LINK": Links.settings(store)]
    part.add(
      "CHANGE",
      list: differences.map { path, theirs, ours in
        ["PATH": path, "THEIRS": theirs ?? "not set", "OURS": ours ?? "not set"]
      })
    part.show("NO_CHANGES", if: differences.isEmpty)
    return part
  }

  private func movedPart(_ change: ServerChange) -> TemplateDictionary {
    let unsent =
      switch change.unsent {
      case 0: "No pending changes."
      case 1: "1 pending change is pushed to the new address."
      default:
        "\(Format.number(change.unsent)) pending changes are pushed to the new "
          + "address."
      }
    return [
      "OLD": change.old, "NEW": change.new,
      "HELD": "This store holds \(Format.count(change.rows, "row")) of \(change.old). \(unsent)",
    ]
  }
}
