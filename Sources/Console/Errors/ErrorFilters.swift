import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The filters of a list of errors that its form and its tabs don’t show, each with a link to the list
/// without it.
struct ErrorFilters {
  let request: ErrorRequest
  let path: String
  let now: Timestamp
  /// The cause as its group is headed; nil where none is listed.
  var headline: String?

  /// By cause and by age.
  var views: [ListFilter.View] {
    [(localized("By cause"), false), (localized("List"), true)].map { label, isFlat in
      var asked = request
      (asked.isFlat, asked.showsAllCauses) = (isFlat, false)
      return .init(
        label: label, link: Links.with(path, asked.items()), isCurrent: isFlat == request.isFlat)
    }
  }

  var chips: [(title: String, removal: String)] {
    var filters: [(title: String, removal: String)] = []
    func add(_ title: String, _ remove: (inout ErrorRequest) -> Void) {
      var asked = request
      remove(&asked)
      filters.append((title, Links.with(path, asked.items())))
    }
    if let run = request.run { add(localized("Run \(run)")) { $0.run = nil } }
    if let since = request.since {
      let time = Format.time(since, now: now)
      add(localized("Since \(time)")) { $0.since = nil }
    }
    if let status = request.status, request.cause == nil {
      add(Format.answer(status: status)) { $0.status = nil }
    }
    if let cause = request.cause {
      let text =
        cause.isEmpty
        ? localized("No reason given") : localized("Cause: \(headline ?? cause.withFewGaps)")
      // The status is a part of the cause.
      add(text) { ($0.cause, $0.status) = (nil, nil) }
    }
    if let assignee = request.assignee, !request.isMine {
      let text =
        assignee == Assignments.nobody
        ? localized("Unassigned") : localized("Assigned to \(assignee)")
      add(text) { $0.assignee = nil }
    }
    return filters
  }
}
