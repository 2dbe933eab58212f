import ConsoleData
import Localization
import SyncCore
import SyncInspection
import TemplateKit

/// The button that retries and pushes what the server rejected in a run and what is still rejected.
struct RunRetry {
  let run: Run
  let aftermath: RunFollowUp

  /// The rejections that nobody has decided on since.
  private var rejected: [RunProblem] {
    run.report.problems.filter { problem in
      problem.state == .failed && aftermath.openErrors.contains(problem.errorID)
        && aftermath.queued[problem.operationID]?.state == .failed
    }
  }

  /// False where the server rejected all problems of the run before, too: it would do so again.
  var isPromising: Bool {
    let rejected = rejected
    return rejected.count != run.report.problems.count
      || !rejected.allSatisfy { aftermath.rejectedAgain.contains($0.operationID) }
  }

  /// Nil when nothing is left to retry, or more than a form can name.
  var form: TemplateDictionary? {
    let errors = rejected.map(\.errorID)
    guard (1...FollowUpPush.operationsMax).contains(errors.count) else { return nil }
    var form: TemplateDictionary = [
      "ACTION": Links.errorsBulk(run.store),
      "LABEL": localized("Retry and push \(Format.number(errors.count))"),
    ]
    form.add("FIELD", ["NAME": "choice", "VALUE": "retry" + FollowUpPush.ending])
    form.add("FIELD", list: errors.map { ["NAME": "id", "VALUE": $0] })
    form.show("PRIMARY", if: isPromising)
    return form
  }
}
