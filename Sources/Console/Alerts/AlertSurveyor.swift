import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection

/// Looks for everything that alerts are about.
struct AlertSurveyor: Sendable {
  let data: ConsoleData
  let stores: any StoreRegistry
  let scheduler: Scheduler?
  let gateway: any AlertGateway
  let time: any TimeSource

  /// An API token that expired longer ago is no longer reported.
  private static let expiredDays = 30
  /// Backups that are looked through for a failed one of the schedule.
  private static let backupsMax = 50

  func survey() async throws -> AlertSurvey {
    let thresholds = gateway.settings.thresholds
    let known = stores.stores
    var survey = AlertSurvey(
      conditions: thresholds.conditions, stores: UTF8Set(known.map(\.name)))
    for store in known {
      try await look(at: store, thresholds, &survey)
    }
    try await lookAtCredentials(thresholds, &survey)
    await lookAtDisk(thresholds, &survey)
    if thresholds.backupFailed { try await lookAtBackups(&survey) }
    return survey
  }

  // MARK: - A store

  private func look(
    at store: StoreInfo, _ thresholds: AlertThresholds, _ survey: inout AlertSurvey
  ) async throws {
    let name = store.name
    if thresholds.storeUnusable, let problem = store.trouble?.description ?? store.problem {
      survey.findings.append(AlertFinding(AlertCause(.storeUnusable, store: name), problem))
    }
    if let minutes = thresholds.syncFailingMinutes,
      let failure = try await data.syncFailure(store: name), isOlder(failure.since, minutes)
    {
      survey.findings.append(
        AlertFinding(
          AlertCause(.syncFailing, store: name),
          failure.run.outcome.message ?? localized("The last run, \(failure.run.title), failed."),
          since: failure.since))
    }
    if let counts = await counts(of: name) {
      add(counts, of: name, thresholds, &survey)
    } else {
      survey.gaps += [.changesUnsent, .conflicts, .rejections].map { .init($0, store: name) }
    }
    if let limit = thresholds.driftRows { await lookAtDrift(of: name, limit, &survey) }
    if let minutes = thresholds.streamLostMinutes {
      await lookAtStream(of: store, minutes, &survey)
    }
    if thresholds.schedulePaused { await lookAtSchedule(of: store, &survey) }
  }

  private func lookAtDrift(of store: String, _ limit: Int, _ survey: inout AlertSurvey) async {
    guard stores.store(store)?.trouble == nil, let context = try? await stores.context(of: store),
      let tables = try? await context.tableNames(),
      let checks = try? await data.driftChecks(store: store)
    else {
      survey.gaps.append(.init(.drift, store: store))
      return
    }
    let drift = DriftState(checks, tables: tables)
    guard drift.remaining > limit else { return }
    let differing = drift.differing
    let place =
      differing.count == 1 ? differing[0].table : Format.count(differing.count, "table")
    let rows = Format.count(drift.remaining, "row")
    survey.findings.append(
      AlertFinding(
        AlertCause(.drift, store: store),
        drift.remaining == 1
          ? localized("\(rows) of \(place) differs from the server.")
          : localized("\(rows) of \(place) differ from the server.")))
  }

  private func lookAtStream(
    of store: StoreInfo, _ minutes: Int, _ survey: inout AlertSurvey
  ) async {
    guard let status = await scheduler?.live?.status(of: store.name) else { return }
    if store.problem == nil, store.trouble == nil, let loss = status.loss,
      isOlder(loss.since, minutes)
    {
      survey.findings.append(
        AlertFinding(AlertCause(.streamLost, store: store.name), loss.reason, since: loss.since))
    } else if status.isTrying {
      // It has not recovered, and after a restart nobody knows since when it is lost.
      survey.gaps.append(.init(.streamLost, store: store.name))
    }
  }

  private func lookAtSchedule(of store: StoreInfo, _ survey: inout AlertSurvey) async {
    guard let scheduler else { return }
    // A store that cannot be used has no schedule until it can again.
    guard store.problem == nil, store.trouble == nil else {
      survey.gaps.append(.init(.schedulePaused, store: store.name))
      return
    }
    do {
      guard case .paused(let pause) = try await scheduler.status(of: store.name)?.phase else {
        return
      }
      survey.findings.append(
        AlertFinding(
          AlertCause(.schedulePaused, store: store.name),
          pause.reason.map { localized("It was paused by \(pause.who): \($0).") }
            ?? localized("It was paused by \(pause.who)."),
          since: pause.at))
    } catch {
      survey.gaps.append(.init(.schedulePaused, store: store.name))
    }
  }

  /// Nil while the store's file cannot be read.
  private func counts(of store: String) async -> StoreCounts? {
    guard stores.store(store)?.trouble == nil,
      let context = try? await stores.context(of: store)
    else { return nil }
    return try? await context.counts()
  }

  private func add(
    _ counts: StoreCounts, of store: String, _ thresholds: AlertThresholds,
    _ survey: inout AlertSurvey
  ) {
    if let minutes = thresholds.unsentMinutes, let oldest = counts.oldestPendingAt,
      isOlder(oldest, minutes)
    {
      let changes = Format.count(counts.pending, "change")
      survey.findings.append(
        AlertFinding(
          AlertCause(.changesUnsent, store: store),
          counts.pending == 1
            ? localized("\(changes) waits to be sent.") : localized("\(changes) wait to be sent."),
          since: oldest))
    }
    if let limit = thresholds.conflicts, counts.conflicts > limit {
      survey.findings.append(
        AlertFinding(
          AlertCause(.conflicts, store: store),
          localized("\(Format.count(counts.conflicts, "row")) changed here and on the server.")))
    }
    if let limit = thresholds.rejections, counts.failed > limit {
      survey.findings.append(
        AlertFinding(
          AlertCause(.rejections, store: store),
          localized("The server rejected \(Format.count(counts.failed, "change")).")))
    }
  }

  /// A time that is ahead of the clock, because it was set back, counts as old.
  private func isOlder(_ moment: Timestamp, _ minutes: Int) -> Bool {
    let age = time.now.seconds(since: moment)
    return age >= Double(minutes) * 60 || age < -60
  }

  // MARK: - The console

  private func lookAtCredentials(
    _ thresholds: AlertThresholds, _ survey: inout AlertSurvey
  ) async throws {
    guard let days = thresholds.credentialDays else { return }
    let now = time.now
    let soon = now.adding(seconds: Int64(days) * 86_400)
    for credential in await gateway.credentials() {
      guard let end = credential.expiresAt else {
        survey.gaps.append(.init(.credentialExpiring, store: credential.store))
        continue
      }
      guard end <= soon else { continue }
      survey.findings.append(
        AlertFinding(
          AlertCause(.credentialExpiring, store: credential.store), Self.words(end, now)))
    }
    let longAgo = now.adding(seconds: -Int64(Self.expiredDays) * 86_400)
    for token in try await data.tokens() where !token.isEnded {
      guard let end = token.expiresAt, end <= soon, end > longAgo else { continue }
      survey.findings.append(
        AlertFinding(
          AlertCause(.credentialExpiring, subject: token.name), Self.words(end, now)))
    }
  }

  private static func words(_ end: Timestamp, _ now: Timestamp) -> String {
    let time = end.spaced(" UTC")
    return end <= now ? localized("Expired on \(time).") : localized("Expires on \(time).")
  }

  private func lookAtDisk(_ thresholds: AlertThresholds, _ survey: inout AlertSurvey) async {
    guard let percent = thresholds.diskFreePercent else { return }
    guard let disk = await gateway.disk(), disk.total > 0 else {
      survey.gaps.append(.init(.diskNearlyFull))
      return
    }
    guard Double(disk.free) * 100 < Double(disk.total) * Double(percent) else { return }
    survey.findings.append(
      AlertFinding(
        AlertCause(.diskNearlyFull),
        localized("Less than \(percent) % of \(Format.bytes(disk.total)) is free at \(disk.path).")
      ))
  }

  private func lookAtBackups(_ survey: inout AlertSurvey) async throws {
    let failed = try await data.backups(limit: Self.backupsMax).prefix { $0.failure != nil }
    guard let last = failed.first(where: { $0.who == Scheduler.name }) else { return }
    survey.findings.append(
      AlertFinding(
        AlertCause(.backupFailed), last.failure ?? "", since: failed.last?.startedAt))
  }
}
