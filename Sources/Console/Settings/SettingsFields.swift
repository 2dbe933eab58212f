import JSONKit
import Localization
import Support
import TemplateKit

/// The fields of a form for settings, with what was typed and what is wrong with it.
struct SettingsFields {
  let form: StoreForm
  var draft: SettingsDraft
  var problems: [SettingProblem] = []
  /// Fields that are on the page beside those of ``form`` and of the draft's tables.
  var morePaths: [String] = []

  var kind: RemoteKindForm? { form.kinds.first { $0.kind == draft.kind } }

  // MARK: - Problems

  /// The note above the form, which leads to the fields.
  ///
  /// - Parameter namesOnly: What is wrong with a field is said beside it alone.
  func addMistakes(to values: inout TemplateDictionary, namesOnly: Bool = false) {
    guard !problems.isEmpty else { return values.set(mistakes: nil) }
    let invalidSettings = Format.count(problems.count, "invalid setting")
    values.set(
      mistakes: FormErrors(
        sentence: localized("Nothing was saved: \(invalidSettings)."),
        list: problems.map { problem in
          guard let path = shownPath(problem.path) else { return .init(text: problem.text) }
          let label = label(at: path)
          let isSaid = namesOnly && !path.hasPrefix("tables.")
          return .init(
            fieldID: Self.id(path), text: isSaid ? label : labelled(label, problem.text))
        }))
  }

  /// The field that a problem stands beside; nil when it is about the whole.
  func shownPath(_ path: String) -> String? {
    let names = fieldPaths
    return [path, path + ".kind", path + "Env"].first(where: names.contains)
      ?? kind?.laterFields.first { $0.control == .json && path.hasPrefix($0.path + ".") }?.path
  }

  func problem(at path: String) -> String? {
    let texts = problems.filter { shownPath($0.path) == path }.map(\.text)
    return texts.isEmpty ? nil : texts.joinedAsSentences()
  }

  private var fieldPaths: UTF8Set {
    var paths = UTF8Set(["name", "environment", "timeZone"] + morePaths)
    let remote = (kind?.fields ?? []) + (kind?.laterFields ?? [])
    for field in remote + form.sections.flatMap(\.fields) {
      paths.formUnion(field.paths)
    }
    for (index, table) in draft.tables.enumerated() {
      let prefix = "tables.\(index)."
      paths.formUnion(
        (["name", "softDelete.kind", "softDelete.column", "dependsOn"]
          + (kind?.tableFields ?? []).map(\.path)).map { prefix + $0 })
      for query in table.queries.indices {
        paths.formUnion(["queryId", "filter"].map { "\(prefix)pull.\(query).\($0)" })
      }
    }
    return paths
  }

  static func id(_ path: String) -> String { "f-" + path.replacing(".", with: "-") }

  // MARK: - Fields

  var nameField: TemplateDictionary {
    input(
      "name", localized("Name"),
      hint: localized("Lowercase letters, digits and hyphens. It cannot be changed later."))
  }

  /// The settings of the store itself.
  var storeFields: [SettingField] {
    [
      SettingField(
        "environment", localized("Environment"),
        hint: localized(
          "For example production or test. Production is marked on every page. Default: none.")),
      SettingField(
        "timeZone", localized("Time zone"),
        hint: localized("For example Europe/Berlin. Offered beside UTC. Default UTC."),
        defaultValue: "UTC"),
    ]
  }

  /// A section with all of its settings.
  func section(_ section: StoreForm.Section) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TITLE": section.title, "TEXT": section.text,
      "SECTION_ID": "h-" + section.title.lowercased().filter(\.isLetter),
    ]
    values.add("FIELD", list: section.fields.map(field))
    return values
  }

  /// A section whose advanced settings are folded away.
  func foldedSection(_ section: StoreForm.Section) -> TemplateDictionary {
    var usual = section
    usual.fields.removeAll(where: \.isAdvanced)
    var values = self.section(usual)
    values.add("ADVANCED", list: advanced(section.fields, of: section.title))
    return values
  }

  // MARK: - Advanced settings

  /// For the template `Settings/_advanced`: the advanced ones of a section's `fields`; empty where
  /// there are none.
  func advanced(_ fields: [SettingField], of title: String) -> [TemplateDictionary] {
    let advanced = fields.filter(\.isAdvanced)
    guard !advanced.isEmpty else { return [] }
    var values: TemplateDictionary = ["LABEL": localized("Advanced"), "TITLE": title]
    addChanges(of: advanced, to: &values)
    values.add("FIELD", list: advanced.map(field))
    return [values]
  }

  /// Adds `CHANGED`, how many of `fields` differ from their defaults, and `OPEN` where one does or
  /// is wrong.
  func addChanges(of fields: [SettingField], to values: inout TemplateDictionary) {
    let count = fields.count(where: isChanged)
    values.set(
      "CHANGED",
      ifAny: count == 0 ? nil : localized("\(Format.number(count)) changed"))
    let isWrong = fields.contains { $0.paths.contains { problem(at: $0) != nil } }
    values.show("OPEN", if: count > 0 || isWrong)
  }

  /// Whether the setting differs from its default.
  private func isChanged(_ field: SettingField) -> Bool {
    let texts = field.paths.map { draft[$0] }.filter { !$0.isEmpty }
    return switch field.control {
    case .flag(let isOn): texts.contains { $0 != String(isOn) }
    case .text, .json, .number, .choice, .secret: texts.contains { $0 != field.defaultValue }
    }
  }

  // MARK: - Controls

  func field(_ field: SettingField) -> TemplateDictionary {
    var values = TemplateDictionary()
    switch field.control {
    case .text, .json: values.add("INPUT", input(field.path, field.label, hint: field.hint))
    case .number:
      values.add("INPUT", input(field.path, field.label, hint: field.hint, isNumber: true))
    case .flag(let isOn):
      values.add(
        "SELECT",
        select(
          field,
          [
            .init("", isOn ? localized("Default (yes)") : localized("Default (no)")),
            .init("true", localized("Yes")), .init("false", localized("No")),
          ]))
    case .choice(let options): values.add("SELECT", select(field, options))
    case .secret:
      var secret: TemplateDictionary = [
        "LEGEND": field.label, "HINT": field.hint, "HINT_ID": "h-" + Self.id(field.path),
      ]
      secret.add(
        "VARIABLE", input(field.path + "Env", localized("Environment variable"), hint: ""))
      secret.add("SECRET_FILE", input(field.path + "File", localized("Or file"), hint: ""))
      values.add("SECRET", secret)
    }
    return values
  }

  func input(
    _ path: String, _ label: String, hint: String, isNumber: Bool = false, value: String? = nil
  ) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "FIELD_ID": Self.id(path), "PATH": path, "LABEL": label, "VALUE": value ?? draft[path],
      "WIDTH": isNumber ? "short" : "", "KEYBOARD": isNumber ? "numeric" : "text",
    ]
    values.add("HINTED", list: hint.isEmpty ? [] : [["HINT": hint]])
    values.add("ERROR", list: problem(at: path).map { [["TEXT": $0]] } ?? [])
    return values
  }

  func select(
    _ field: SettingField, _ options: [SettingField.Option], value: String? = nil
  ) -> TemplateDictionary {
    var values = input(field.path, field.label, hint: field.hint, value: value)
    let chosen = value ?? draft[field.path]
    values.add(
      "OPTION",
      list: options.map { option in
        var item: TemplateDictionary = ["OPTION_VALUE": option.value, "OPTION_LABEL": option.label]
        item.show("CHOSEN", if: option.value == chosen)
        return item
      })
    return values
  }
}
