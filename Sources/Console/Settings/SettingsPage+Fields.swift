import JSONKit
import TemplateKit

/// The fields of the settings form.
extension SettingsPage {
  var nameField: TemplateDictionary {
    input(
      "name", "Name", hint: "Lowercase letters, digits and hyphens. It cannot be changed later.")
  }

  var environmentField: TemplateDictionary {
    field(
      SettingField(
        "environment", "Environment",
        hint: "For example production or test. Production is marked on every page."))
  }

  var timeZoneField: TemplateDictionary {
    field(
      SettingField(
        "timeZone", "Time zone",
        hint: "For example Europe/Berlin. Offered beside UTC. "
          + "Default UTC."))
  }

  func section(_ section: StoreForm.Section) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TITLE": section.title, "TEXT": section.text,
      "SECTION_ID": "h-" + section.title.lowercased().filter(\.isLetter),
    ]
    values.add("FIELD", list: section.fields.map(field))
    return values
  }

  func field(_ field: SettingField) -> TemplateDictionary {
    var values = TemplateDictionary()
    switch field.control {
    case .text: values.add("INPUT", input(field.path, field.label, hint: field.hint))
    case .number:
      values.add("INPUT", input(field.path, field.label, hint: field.hint, isNumber: true))
    case .flag(let isOn):
      values.add(
        "SELECT",
        select(
          field,
          [
            .init("", isOn ? "Default (yes)" : "Default (no)"), .init("true", "Yes"),
            .init("false", "No"),
          ]))
    case .choice(let options): values.add("SELECT", select(field, options))
    case .secret:
      var secret: TemplateDictionary = [
        "LEGEND": field.label, "HINT": field.hint, "HINT_ID": "h-" + Self.id(field.path),
      ]
      secret.add("VARIABLE", input(field.path + "Env", "Environment variable", hint: ""))
      secret.add("SECRET_FILE", input(field.path + "File", "Or file", hint: ""))
      values.add("SECRET", secret)
    }
    return values
  }

  private func input(
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

  private func select(
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

  // MARK: - Tables

  var tableBlocks: [TemplateDictionary] {
    let tables = draft.tables
    let blank = (0..<blankTables).map { _ in TableDraft(JSONObject()) }
    return (tables + blank).enumerated().map { index, table in
      tableBlock(table, index, isBlank: index >= tables.count)
    }
  }

  private func tableBlock(
    _ table: TableDraft, _ index: Int, isBlank: Bool
  ) -> TemplateDictionary {
    let prefix = "tables.\(index)."
    var values: TemplateDictionary = [
      "LEGEND": isBlank ? "Add table" : table.name.isEmpty ? "Table" : table.name,
      "PREFIX": prefix, "WAS": table.name,
    ]
    values.set("SUMMARY", isBlank ? "" : summary(table))
    let isWrong = problems.contains { $0.path.hasPrefix(prefix) }
    values.show("OPEN", if: isBlank || isWrong || table.name.isEmpty)
    values.show("REMOVABLE", if: !isBlank)
    var name = input(
      prefix + "name", "Name",
      hint: "As on the server. Leave empty to skip.", value: table.name)
    name.show("BEGIN", if: blankTables > 1 && index == draft.tables.count)
    values.add("NAMED", name)
    let deletion = SettingField(
      prefix + "softDelete.kind", "Delete",
      hint: "What deleting a row does.")
    values.add(
      "DELETION",
      select(deletion, deletionChoices, value: self.deletion(table).rawValue))
    values.add(
      "DELETION_COLUMN",
      input(
        prefix + "softDelete.column", "Soft delete column",
        hint: "If delete sets a column, for example complete or deletedAt.",
        value: table.deletionColumn))
    values.add(
      "DEPENDS",
      input(
        prefix + "dependsOn", "Push after",
        hint: "Tables pushed first, separated by commas.", value: table.dependsOn))
    let queries = table.queries + [("", "")]
    values.add(
      "QUERY",
      list: queries.enumerated().map { query(at: "\(prefix)pull.\($0)", $1, number: $0 + 1) })
    return values
  }

  private var deletionChoices: [SettingField.Option] {
    let own = kind?.ownDeletion.map { [SettingField.Option("system", $0)] } ?? []
    return own + [
      .init("flag", "Soft delete: set a Boolean column to true"),
      .init("date", "Soft delete: set a date column"),
      .init("none", "Hard delete"),
    ]
  }

  /// Where the server keeps no deleted rows, its own way of deleting is removing.
  private func deletion(_ table: TableDraft) -> TableDraft.Deletion {
    table.deletion == .system && kind?.ownDeletion == nil ? .none : table.deletion
  }

  private func summary(_ table: TableDraft) -> String {
    let deletion =
      switch deletion(table) {
      case .system: "Soft delete"
      case .flag, .date: "Soft delete: \(table.deletionColumn)"
      case .none: "Hard delete"
      }
    let count = table.queries.count
    return "\(deletion) · "
      + (count == 0 ? "no filter" : "\(Format.count(count, "query", "queries"))")
  }

  private func query(
    at path: String, _ query: (id: String, filter: String), number: Int
  ) -> TemplateDictionary {
    var values = TemplateDictionary()
    values.add(
      "QUERY_ID", input(path + ".queryId", "Query id \(number)", hint: "", value: query.id))
    values.add(
      "QUERY_FILTER",
      input(path + ".filter", "Filter \(number)", hint: kind?.filterHint ?? "", value: query.filter)
    )
    return values
  }
}
