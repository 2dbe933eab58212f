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
    shown.problems += hints + unreachable
    var values: TemplateDictionary = [
      "KIND": kind?.kind ?? "", "KIND_TITLE": kind?.title ?? "", "KIND_TEXT": kind?.text ?? "",
    ]
    fields.addMistakes(to: &values)
    values.add("HINT", list: hints.map { ["TEXT": $0.text] })
    values.add("TEST", list: test.map { $0.isPassed ? [] : [$0.values] } ?? [])
    values.add("NAME_FIELD", shown.nameField)
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

  /// What the test says about single fields.
  private var hints: [SettingProblem] {
    guard let test else { return [] }
    if let address = test.betterAddress {
      return [
        SettingProblem(
          "remote.url",
          localized("No tables were found at this address. Use \(address) instead."))
      ]
    }
    guard test.isPassed else { return [] }
    return [
      SettingProblem(
        SettingsDraft.tableNames,
        localized(
          "The server responds, but it does not list its tables. Enter their names, separated by "
            + "commas.")
      )
    ]
  }

  /// Beside the field alone, since the findings of the test say it too.
  private var unreachable: [SettingProblem] {
    guard test?.isUnreachable == true else { return [] }
    return [
      SettingProblem(
        "remote.url", localized("No response from this address. Check the host and port."))
    ]
  }
}
