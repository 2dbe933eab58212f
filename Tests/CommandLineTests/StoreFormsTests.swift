import Console
import Testing

@testable import syncline

@Suite struct StoreFormsTests {
  private var fields: [SettingField] {
    let form = StoreForms.all
    return form.kinds.flatMap { $0.fields + $0.laterFields } + form.sections.flatMap(\.fields)
  }

  /// What differs from it is counted, so it has to be the one that the form tells of.
  @Test func aDefaultIsTheOneThatStandsBesideItsField() {
    for field in fields {
      guard let value = field.defaultValue else { continue }
      var words = [field.hint]
      if case .choice(let options) = field.control { words += options.map(\.label) }
      let said = words.joined(separator: " ").replacing(",", with: "")
      #expect(said.contains("Default") && said.contains(value), "\(field.path)")
    }
  }

  @Test func whatEveryStoreNeedsIsNotFoldedAway() {
    let usual = fields.filter { !$0.isAdvanced }.map(\.path)
    for path in ["remote.url", "remote.authToken", "push.window", "schedule.everyMinutes"] {
      #expect(usual.contains(path))
    }
  }
}
