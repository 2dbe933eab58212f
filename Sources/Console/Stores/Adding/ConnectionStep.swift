import Localization
import Support
import TemplateKit

/// The second step: where the server is and who signs in.
struct ConnectionStep {
  var fields: SettingsFields
  /// A test that failed, or that found no tables.
  var test: ConnectionTest?

  init(form: StoreForm, draft: SettingsDraft) {
    fields = SettingsFields(form: form, draft: draft, morePaths: [SettingsDraft.tableNames])
  }

  var values: TemplateDictionary {
    let kind = fields.kind
    var shown = fields
    shown.problems += [shownTest?.failure?.remedy].compactMap(\.self)
    var values: TemplateDictionary = [
      "KIND": kind?.kind ?? "", "KIND_TITLE": kind?.title ?? "",
    ]
    fields.addMistakes(to: &values, namesOnly: true)
    values.add("TEST", list: shownTest.map { [$0.values(fields)] } ?? [])
    var name = shown.nameField
    name.show("BEGIN", if: test == nil && fields.draft["name"].isEmpty && fields.problems.isEmpty)
    values.add("NAME_FIELD", name)
    let remote = kind?.fields ?? []
    values.add("REMOTE_SETTING", list: remote.filter { !$0.isAdvanced }.map(shown.field))
    values.add("TABLES_FIELD", tablesField(shown))
    let further = fields.storeFields + remote.filter(\.isAdvanced)
    values.add("FURTHER", list: further.map(shown.field))
    values.add("SECTION", list: fields.form.sections.map(shown.section))
    fields.addChanges(of: further + fields.form.sections.flatMap(\.fields), to: &values)
    values.show("UNTESTED", if: test != nil)
    return values
  }

  private func tablesField(_ fields: SettingsFields) -> TemplateDictionary {
    let names = fields.draft.tables.map(\.name).filter { !$0.isEmpty }
    return fields.input(
      SettingsDraft.tableNames, localized("Tables"), hint: fields.kind?.tablesHint ?? "",
      value: names.joined(separator: ", "))
  }

  /// The test, where it leaves something to do in this step.
  private var shownTest: ConnectionTest? {
    guard var test, test.isPassed else { return test }
    test.failure = ConnectionFailure(
      localized("The server responds, but it does not list its tables."),
      at: SettingsDraft.tableNames, localized("Enter their names, separated by commas."))
    return test
  }
}
