import HTTPKit
import JSONKit
import Support
import TemplateKit

/// The form for a store's settings, for a new store and for one that is there.
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

  /// Nil for a new one.
  let store: String?
  let form: StoreForm
  let file: String
  var draft: SettingsDraft
  var problems: [SettingProblem] = []
  var fingerprint = ""
  var whyLocked: String?
  /// False where the settings may only be looked at.
  var mayChange = true
  var stale: Stale?
  var serverChange: ServerChange?
  var findings: [ProbeFinding]?
  /// Empty blocks for further tables; where one was asked for just now, typing begins at the first.
  var blankTables = 1

  var title: String { store.map { "Settings of \($0)" } ?? "Add store" }

  var kind: RemoteKindForm? { form.kinds.first { $0.kind == draft.kind } }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "HEADLINE": title, "FILE": file, "STORES_LINK": Links.stores, "STATE": fingerprint,
      "REMOTE_KIND": draft.kind, "REMOTE_TITLE": kind?.title ?? draft.kind,
      "REMOTE_TEXT": kind?.text ?? "",
      "SAVE_ACTION": store.map(Links.settings) ?? Links.addStore,
      "CANCEL_LINK": store.map(Links.store) ?? Links.stores,
      "SAVE_LABEL": store == nil ? "Add store" : "Save changes",
    ]
    values.add("CRUMB", list: store.map { [["STORE": $0, "STORE_LINK": Links.store($0)]] } ?? [])
    values.add("REMOVE", list: removeLink)
    values.add(
      "LOCKED", list: whyLocked.map { [["TEXT": "Changes are disabled: \($0)."]] } ?? [])
    values.show("MAY_SAVE", if: whyLocked == nil && mayChange)
    values.show("MAY_CHANGE", if: mayChange)
    values.show("LOOK_ONLY", if: !mayChange)
    values.show("IS_NEW", if: store == nil)
    values.add("KINDS", list: store == nil && form.kinds.count > 1 ? [kindLinks] : [])
    addMistakes(to: &values)
    values.add("STALE", list: stale.map { [stalePart($0)] } ?? [])
    values.add("MOVED", list: serverChange.map { [movedPart($0)] } ?? [])
    values.add("PROBED", list: findings.map { [probedPart($0)] } ?? [])
    values.add("NAME_FIELD", list: store == nil ? [nameField] : [])
    values.add("SETTING", list: [environmentField, timeZoneField])
    values.add("REMOTE_SETTING", list: (kind?.fields ?? []).map(field))
    values.add("SECTION", list: form.sections.map(section))
    values.add("TABLE", list: tableBlocks)
    return values
  }

  private var removeLink: [TemplateDictionary] {
    guard whyLocked == nil, mayChange, let store else { return [] }
    return [["REMOVE_LINK": Links.removeStore(store), "STORE_NAME": store]]
  }

  private var kindLinks: TemplateDictionary {
    var part = TemplateDictionary()
    part.add(
      "KIND",
      list: form.kinds.map { kind in
        var link: TemplateDictionary = [
          "KIND_TITLE": kind.title,
          "KIND_LINK": Links.with(Links.newStore, .init([.init("kind", kind.kind)])),
        ]
        link.show("CURRENT", if: kind.kind == draft.kind)
        return link
      })
    return part
  }

  // MARK: - Mistakes

  private func addMistakes(to values: inout TemplateDictionary) {
    guard !problems.isEmpty else { return values.set(mistakes: nil) }
    let count = problems.count
    values.set(
      mistakes: FormErrors(
        sentence: "Nothing was saved: "
          + "\(Format.count(count, "invalid setting")).",
        list: problems.map { problem in
          guard let path = shownPath(problem.path) else { return .init(text: problem.text) }
          return .init(fieldID: Self.id(path), text: "\(path): \(problem.text)")
        }))
  }

  /// The field that a problem stands beside; nil when it is about the whole.
  private func shownPath(_ path: String) -> String? {
    let names = fieldPaths
    return [path, path + ".kind", path + "Env"].first(where: names.contains)
  }

  func problem(at path: String) -> String? {
    let texts = problems.filter { shownPath($0.path) == path }.map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  private var fieldPaths: UTF8Set {
    var paths: UTF8Set = ["name", "environment", "timeZone"]
    for field in (kind?.fields ?? []) + form.sections.flatMap(\.fields) {
      paths.formUnion(
        field.control == .secret ? [field.path + "Env", field.path + "File"] : [field.path])
    }
    for (index, table) in draft.tables.enumerated() {
      let prefix = "tables.\(index)."
      paths.formUnion(
        ["name", "softDelete.kind", "softDelete.column", "dependsOn"].map { prefix + $0 })
      for query in table.queries.indices {
        paths.formUnion(["queryId", "filter"].map { "\(prefix)pull.\(query).\($0)" })
      }
    }
    return paths
  }

  static func id(_ path: String) -> String { "f-" + path.replacing(".", with: "-") }

  // MARK: - What stands above the form

  private func stalePart(_ stale: Stale) -> TemplateDictionary {
    let differences = draft.differences(from: stale.current)
    var part: TemplateDictionary = ["RELOAD_LINK": store.map(Links.settings) ?? Links.newStore]
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

  private func probedPart(_ findings: [ProbeFinding]) -> TemplateDictionary {
    var part = TemplateDictionary()
    part.add(
      "FINDING",
      list: findings.map { finding in
        [
          "CHECK": finding.check, "RESULT": finding.result.rawValue,
          "RESULT_WORD": finding.result.word, "EVIDENCE": finding.evidence,
        ]
      })
    return part
  }
}

extension ProbeFinding.Result {
  fileprivate var word: String {
    switch self {
    case .ok: "Passed"
    case .warn: "Warning"
    case .no: "Failed"
    case .skipped: "Skipped"
    }
  }
}
