import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support

/// Pausing and resuming a store's schedule.
struct ScheduleHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func change(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    guard let isPaused = try ActionBody(request).flag("paused") else {
      throw HTTPError(422, localized("paused is missing: use true or false. Nothing was changed."))
    }
    guard let scheduler = services.scheduler,
      try await scheduler.status(of: store.name) != nil
    else { throw ConsoleError.noSchedule(store.name) }
    var entry: Int64?
    if try await scheduler.setPaused(isPaused, store: store.name, by: context.who) {
      entry = try await ActionAudit(services: services, context: context, store: store.name).note(
        .schedulePause, isPaused ? "pause" : "resume", before: ["paused": .bool(!isPaused)],
        after: ["paused": .bool(isPaused)], undo: .schedulePause(!isPaused, store: store.name))
    }
    let status = try await scheduler.status(of: store.name)
    let nextSync = status?.nextWords(services.time.now) ?? ""
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.sync(store.name),
      flash: isPaused
        ? Flash(
          localized("Schedule paused."), detail: localized("Syncs start only by hand."),
          undoEntry: entry)
        : Flash(
          localized("Schedule resumed."),
          detail: localized("Next sync: \(nextSync)."),
          undoEntry: entry),
      json: ["paused": .bool(isPaused), "schedule": status?.json ?? .null])
  }
}

extension ConsoleError {
  static func noSchedule(_ store: String) -> ConsoleError {
    ConsoleError(
      409, title: localized("\(store) has no schedule"),
      reason: localized(
        "Set a schedule in the store’s "
          + "settings, or with \"schedule\": { \"everyMinutes\": 15 } in syncline.json."),
      code: "no_schedule", links: [.init(localized("Back to Sync"), Links.sync(store))])
  }
}
