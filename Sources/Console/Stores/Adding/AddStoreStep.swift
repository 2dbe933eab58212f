import Localization
import TemplateKit

/// A page of the way to a new store.
enum AddStoreStep {
  case kind(KindStep)
  case connection(ConnectionStep)
  case tables(TablesStep)
  case done(AddedStoreStep)

  var template: String {
    switch self {
    case .kind: "Stores/add-store-kind"
    case .connection: "Stores/add-store-connection"
    case .tables: "Stores/add-store-tables"
    case .done: "Stores/add-store-done"
    }
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary
    switch self {
    case .kind(let step): values = step.values
    case .connection(let step): values = step.values
    case .tables(let step): values = step.values
    case .done(let step): values = step.values
    }
    values.set("STORES_LINK", Links.stores)
    values.set("NEW_LINK", Links.newStore)
    values.set("ADD_ACTION", Links.addStore)
    values.add("STEP", list: Self.steps(current: number))
    return values
  }

  private var number: Int {
    switch self {
    case .kind: 0
    case .connection: 1
    case .tables: 2
    case .done: 3
    }
  }

  private static func steps(current: Int) -> [TemplateDictionary] {
    let names = [
      localized("Kind"), localized("Connection"), localized("Tables"), localized("Done"),
    ]
    return names.enumerated().map { index, name in
      var step: TemplateDictionary = ["NAME": name]
      step.show("PASSED", if: index < current)
      step.show("CURRENT", if: index == current)
      return step
    }
  }
}

extension AddStoreStep {
  /// The step that has the fields which are wrong.
  init(_ draft: SettingsDraft, _ problems: [SettingProblem], _ form: StoreForm) {
    let fields = SettingsFields(form: form, draft: draft, problems: problems)
    if problems.allSatisfy({ $0.path.hasPrefix("tables.") }) {
      self = .tables(TablesStep(fields: fields))
    } else {
      var step = ConnectionStep(form: form, draft: draft)
      step.fields.problems = problems
      self = .connection(step)
    }
  }
}

/// The first step: what kind of server it is.
struct KindStep {
  let kinds: [RemoteKindForm]

  var values: TemplateDictionary {
    var values = TemplateDictionary()
    values.add(
      "KIND", list: kinds.map { ["KIND": $0.kind, "TITLE": $0.title, "TEXT": $0.text] })
    return values
  }
}
