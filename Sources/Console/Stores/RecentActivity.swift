import ConsoleData
import TemplateKit

/// What was done last in the stores, for the page that lists them.
extension ConsoleServices {
  private static let activityShown = 8
  /// Entries that are about no store, such as sign-ins, are passed over among so many.
  private static let activityRead = 50

  /// Adds `RECENT` where there is something to show.
  func addRecentActivity(
    to values: inout TemplateDictionary, _ context: PageContext
  ) async throws {
    guard let activity = try await recentActivity(context) else { return }
    var recent: TemplateDictionary = ["AUDIT_LINK": Links.audit]
    recent.add("DAY", list: activity.days)
    values.add("RECENT", recent)
  }

  /// Nil for whoever may not see the audit, and where nothing was done.
  private func recentActivity(_ context: PageContext) async throws -> AuditEntryList? {
    guard context.may(.auditView) else { return nil }
    let newest = try await data.auditEntries(
      AuditFilter().seen(by: context), limit: Self.activityRead)
    var entries: [AuditEntry] = []
    for entry in newest.lazy.filter({ $0.record.store != nil }).prefix(Self.activityShown) {
      entries.append(try await entry.seen(by: context, self))
    }
    guard !entries.isEmpty else { return nil }
    let undone = try await undone(by: entries, context)
    return AuditEntryList(
      entries: entries, undoneInPart: try await undoneInPart(entries),
      titles: await rowTitles(of: entries, undone: undone), undone: undone,
      notedRuns: try await notedRuns(entries),
      form: administration?.form, context: context)
  }
}
