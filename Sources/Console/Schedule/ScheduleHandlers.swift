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
    else { throw services.noSchedule(store.name, context) }
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

extension ConsoleServices {
  /// Refuses to pause or resume a schedule that the store does not have.
  func noSchedule(_ store: String, _ context: PageContext) -> ConsoleError {
    let maySet = mayEditStores(context)
    let next =
      maySet
      ? localized("Set a schedule in the store’s settings.")
      : localized("An admin can set a schedule in the store’s settings.")
    let settings = ConsoleError.Link(localized("Set a schedule"), Links.scheduleSettings(store))
    return ConsoleError(
      409, title: localized("\(store) has no schedule"),
      reason: [localized("Nothing was changed."), next].joinedAsSentences(), code: "no_schedule",
      links: (maySet ? [settings] : []) + [.init(localized("Back to Sync"), Links.sync(store))])
  }
}

extension Links {
  /// The field of the interval in the form of the store's settings.
  static func scheduleSettings(_ store: String) -> String {
    settings(store) + "#" + SettingsFields.id(Schedule.intervalSetting)
  }
}

extension Schedule {
  /// The path of the setting without which a store has no schedule.
  static let intervalSetting = "schedule.everyMinutes"
}
