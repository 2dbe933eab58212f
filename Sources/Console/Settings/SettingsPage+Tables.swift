import JSONKit
import Localization
import Support
import TemplateKit

/// The blocks of the tables.
extension SettingsPage {
  var tableBlocks: [TemplateDictionary] {
    let tables = fields.draft.tables
    let blank = (0..<blankTables).map { _ in TableDraft(JSONObject()) }
    // A table without settings of its own would get them in the first empty block.
    let asked = table.map { name in
      tables.firstIndex { $0.name === name } ?? tables.count
    }
    return (tables + blank).enumerated().map { index, table in
      tableBlock(table, index, isBlank: index >= tables.count, isAsked: index == asked)
    }
  }

  private func tableBlock(
    _ table: TableDraft, _ index: Int, isBlank: Bool, isAsked: Bool
  ) -> TemplateDictionary {
    let prefix = "tables.\(index)."
    var values: TemplateDictionary = [
      "LEGEND": isBlank
        ? localized("Add table") : table.name.isEmpty ? localized("Table") : table.name,
      "PREFIX": prefix, "WAS": table.name,
    ]
    let unset = isAsked ? self.table.map { localized("\($0) has the default settings.") } : nil
    values.set("SUMMARY", isBlank ? unset ?? "" : summary(table))
    values.set("ANCHOR", ifAny: isAsked ? Self.tableAnchor : nil)
    let isWrong = fields.problems.contains { $0.path.hasPrefix(prefix) }
    values.show("OPEN", if: isBlank || isWrong || isAsked || table.name.isEmpty)
    let consequence = kept.first { $0.name === table.name }?.consequence
    values.set(
      "REMOVABLE",
      ifAny: isBlank ? nil : consequence ?? localized("Its rows and unsent changes are kept."))
    var name = fields.input(
      prefix + "name", fields.tableLabel("name"),
      hint: localized("As on the server. Leave empty to skip."), value: table.name)
    name.show("BEGIN", if: blankTables > 1 && index == fields.draft.tables.count)
    values.add("NAMED", name)
    let deletion = SettingField(
      prefix + "softDelete.kind", fields.tableLabel("softDelete.kind"),
      hint: localized("What deleting a row does."))
    values.add(
      "DELETION",
      fields.select(deletion, deletionChoices, value: fields.deletion(table).rawValue))
    values.add(
      "DELETION_COLUMN",
      fields.input(
        prefix + "softDelete.column", fields.tableLabel("softDelete.column"),
        hint: localized("If delete sets a column, for example complete or deletedAt."),
        value: table.deletionColumn))
    values.add(
      "DEPENDS",
      fields.input(
        prefix + "dependsOn", fields.tableLabel("dependsOn"),
        hint: localized("Tables pushed first, separated by commas."), value: table.dependsOn))
    values.add(
      "OF_KIND",
      list: (fields.kind?.tableFields ?? []).map { field in
        fields.input(
          prefix + field.path, field.label, hint: field.hint,
          value: table.settings[field.path]?.string ?? "")
      })
    let queries = table.queries + [("", "")]
    values.add(
      "QUERY", list: queries.enumerated().map { query(of: prefix, at: "pull.\($0)", $1) })
    return values
  }

  private var deletionChoices: [SettingField.Option] {
    let own = fields.kind?.ownDeletion.map { [SettingField.Option("system", $0)] } ?? []
    return own + [
      .init("flag", localized("Soft delete: set a Boolean column to true")),
      .init("date", localized("Soft delete: set a date column")),
      .init("none", localized("Hard delete")),
    ]
  }

  private func summary(_ table: TableDraft) -> String {
    let count = table.queries.count
    let queries = count == 0 ? localized("no filter") : Format.count(count, "query", "queries")
    return "\(fields.deletionWords(table)) · \(queries)"
  }

  private func query(
    of prefix: String, at path: String, _ query: (id: String, filter: String)
  ) -> TemplateDictionary {
    var values = TemplateDictionary()
    values.add(
      "QUERY_ID",
      fields.input(
        "\(prefix)\(path).queryId", fields.tableLabel(path + ".queryId"), hint: "",
        value: query.id))
    values.add(
      "QUERY_FILTER",
      fields.input(
        "\(prefix)\(path).filter", fields.tableLabel(path + ".filter"),
        hint: fields.kind?.filterHint ?? "", value: query.filter))
    return values
  }
}
