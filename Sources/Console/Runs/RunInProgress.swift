import ConsoleData
import Localization
import SyncCore
import TemplateKit

/// How the rest of a run that ended early can be done, or what was queued since it was asked for.
struct RunInProgress {
  /// More operations than this are pushed from the queue: each would be a field of the form.
  private static let operationsMax = 500

  let run: Run
  /// Operations that a push of the same would send now.
  let waiting: Int
  /// The last of them: what is queued after the page was shown does not go along.
  let newest: Int64

  /// - Parameter isFirst: Nothing else on the page is more urgent.
  func forms(isFirst: Bool) -> [TemplateDictionary] {
    let report = run.report
    let tables = (report.tables ?? []).map { (name: "tables", value: $0) }
    let operations = (report.operations ?? []).map { (name: "operation", value: "\($0)") }
    guard operations.count <= Self.operationsMax else { return [] }
    let store = run.store
    var forms: [TemplateDictionary] = []
    func add(_ action: String, _ label: String, _ fields: [(name: String, value: String)]) {
      var form: TemplateDictionary = ["ACTION": action, "LABEL": label]
      form.add("FIELD", list: fields.map { ["NAME": $0.name, "VALUE": $0.value] })
      form.show("PRIMARY", if: isFirst && forms.isEmpty)
      form.show("REMOTE", if: run.kind != .copy)
      forms.append(form)
    }
    let asShown = [(name: "upTo", value: "\(newest)")]
    guard run.leftWork else {
      if waiting > 0 { add(Links.push(store), PushLabel.words(waiting), asShown) }
      return forms
    }
    switch run.kind {
    case .push where waiting > 0:
      let scope = tables + operations
      add(
        Links.push(store), localized("Push \(Format.number(waiting)) remaining"),
        scope.isEmpty ? asShown : scope)
      add(Links.pushPreview(store), localized("Preview push"), scope)
    case .sync:
      add(Links.sync(store), localized("Sync again"), asShown)
      if waiting > 0 { add(Links.pushPreview(store), localized("Preview push"), []) }
    case .pull:
      add(Links.pull(store), localized("Pull again"), tables)
      add(Links.pullPreview(store), localized("Preview pull"), tables)
    case .copy:
      if let copy = report.copy {
        add(Links.copy(store), localized("Copy again"), copy.fields(tables: report.tables))
      }
    case .push, .reconcile, .verify: break
    }
    return forms
  }
}

extension Run {
  /// True for one that did not come to its end, and whose rest can be asked for again.
  var leftWork: Bool { state == .cancelled || (state == .failed && outcome.message != nil) }

  /// True where operations that were queued later than what its push was asked for stayed.
  var keptNewer: Bool { report.newer ?? 0 > 0 }
}
