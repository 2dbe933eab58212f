import Support
import SyncInspection
import Testing

@Suite struct StorageProblemTextTests {
  @Test(arguments: StorageProblem.Cause.allCases)
  func theConsoleSaysInEnglishWhatTheProgramSays(_ cause: StorageProblem.Cause) {
    let problem = StorageProblem(cause, file: "The file of todo")
    #expect(problem.localizedMessage == problem.message)
    #expect(problem.localizedRemedy == problem.remedy)
  }
}
