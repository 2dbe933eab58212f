import ConsoleData
import Support
import SyncCore
import SyncInspection

/// The figures of one store at one moment.
struct StoreMetrics: Sendable {
  var store: String
  var summary: StoreSummary
  var runs: [RunCount]
  var ends: [RunEnd]
  var schedule: ScheduleStatus?
  var drift: [DriftCheck]
  /// Nil for a store that does not follow its server.
  var live: LiveStatus?
}

extension MetricsText {
  mutating func add(_ stores: [StoreMetrics], now: Timestamp) {
    // What is in a store that cannot be read is not known.
    addQueue(stores.filter { $0.summary.trouble == nil }, now: now)
    addRuns(stores)
    addSchedules(stores)
    addDrift(stores)
    add(
      "syncline_live_connected", .gauge,
      "0 while a live store has lost its server’s change stream.",
      stores.compactMap { store in
        store.live.map { Sample([("store", store.store)], $0.isConnected ? 1 : 0) }
      })
  }

  private mutating func addQueue(_ stores: [StoreMetrics], now: Timestamp) {
    add(
      "syncline_store_online", .gauge, "0 while the store is switched to working offline.",
      stores.map { Sample([("store", $0.store)], $0.summary.isOnline ? 1 : 0) })
    add(
      "syncline_operations", .gauge,
      "Operations in the queue; failed ones and conflicts wait for a decision.",
      stores.flatMap { store in
        let counts = store.summary.counts
        return [
          ("pending", counts.pending), ("failed", counts.failed), ("conflict", counts.conflicts),
        ].map { Sample([("store", store.store), ("state", $0.0)], $0.1) }
      })
    add(
      "syncline_oldest_pending_age_seconds", .gauge,
      "How long the oldest pending operation waits; 0 when none does.",
      stores.map { store in
        let age = store.summary.counts.oldestPendingAt.map { now.milliseconds - $0.milliseconds }
        return Sample([("store", store.store)], milliseconds: max(0, age ?? 0))
      })
    add(
      "syncline_rows", .gauge, "Rows in the store.",
      stores.flatMap { store in
        let counts = store.summary.counts
        return [("live", counts.live), ("deleted", counts.deleted)]
          .map { Sample([("store", store.store), ("state", $0.0)], $0.1) }
      })
  }

  private mutating func addRuns(_ stores: [StoreMetrics]) {
    add(
      "syncline_runs_total", .counter, "Runs that have ended.",
      stores.flatMap { store in
        store.runs.filter { $0.state != .running }.map {
          Sample(
            [("store", store.store), ("kind", $0.kind.rawValue), ("state", $0.state.rawValue)],
            $0.count)
        }
      })
    add(
      "syncline_runs_running", .gauge, "Runs under way.",
      stores.map { store in
        let running = store.runs.filter { $0.state == .running }
        return Sample([("store", store.store)], running.reduce(0) { $0 + $1.count })
      })
    let ends = stores.flatMap { store in
      store.ends.map { (labels: [("store", store.store), ("kind", $0.kind.rawValue)], end: $0) }
    }
    add(
      "syncline_last_run_duration_seconds", .gauge, "How long the last run of a kind took.",
      ends.map { labels, end in
        Sample(labels, milliseconds: end.finishedAt.milliseconds - end.startedAt.milliseconds)
      })
    add(
      "syncline_last_run_end_timestamp_seconds", .gauge, "When the last run of a kind ended.",
      ends.map { Sample($0.labels, milliseconds: $0.end.finishedAt.milliseconds) })
  }

  private mutating func addSchedules(_ stores: [StoreMetrics]) {
    let scheduled = stores.compactMap { store in
      store.schedule.map { (labels: [("store", store.store)], status: $0) }
    }
    add(
      "syncline_schedule_paused", .gauge, "1 while the store's schedule is paused.",
      scheduled.map { Sample($0.labels, $0.status.isPaused ? 1 : 0) })
    add(
      "syncline_schedule_failures", .gauge, "Syncs that broke off in a row.",
      scheduled.map { Sample($0.labels, $0.status.failures) })
  }

  private mutating func addDrift(_ stores: [StoreMetrics]) {
    let complete = stores.flatMap { store in
      store.drift.filter { $0.failure == nil }.map {
        (labels: [("store", store.store), ("table", $0.table)], check: $0)
      }
    }
    add(
      "syncline_drift_rows", .gauge,
      "Rows that differ from the server's by the last complete check.",
      complete.map { Sample($0.labels, $0.check.remaining) })
    add(
      "syncline_drift_check_timestamp_seconds", .gauge, "When the last complete check began.",
      complete.map { Sample($0.labels, milliseconds: $0.check.checkedAt.milliseconds) })
  }
}
