import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// The overview of a store.
struct OverviewHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func overview(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let state = try await store.sync.state()
    let counts = state.counts
    let overview = try await services.data.runsOverview(
      store: store.name, RunQuery(limit: OverviewPage.runsShown), isCounted: false)
    let runs = overview.runs
    let query = try request.query()
    let period = try ChartPeriod(query["period"])
    // The page's own counters ask for this often, so what takes longer comes only when asked for.
    let duplicates = query["_live"] == nil ? try await store.sync.duplicatedInserts() : []
    let charts =
      !request.wantsJSON || query["period"] != nil
      ? try await charts(
        store.name, counts, period, wantsTallies: request.wantsJSON, now: context.now) : nil
    if request.wantsJSON {
      var object = object(store, state, runs.first, duplicates)
      object["history"] = charts?.json
      if query["_live"] != nil {
        let figures = try await services.pages.frameFigures(of: store.name, context)
        object["revision"] = .string(state.revision)
        object["status"] = .string(figures.statusMark(of: [(store.info, StoreSummary(state))]))
      }
      return services.pages.respond(json: .object(object))
    }
    let figures = try await services.pages.frameFigures(of: store.name, context)
    let drift = DriftState(overview.driftChecks, tables: state.tables.map(\.name))
    let page = OverviewPage(
      store: store.info, counts: counts, newest: state.newestOperation, tables: state.tables,
      families: try await store.sync.errorGroups(limit: OverviewProblems.shownMax),
      assignees: try await services.assignees(in: store, context),
      duplicates: duplicates.map { ($0.table, $0.inserts.count) }, drift: drift,
      lines: RunLines(runs: runs, notes: overview.notes, now: context.now),
      failure: figures.failure(of: store.name, StoreSummary(state)),
      offline: state.isOnline
        ? nil : await services.pages.offlineSwitch(of: store.name, context),
      nextSync: try await services.scheduler?.status(of: store.name)?.plannedAt,
      permissions: context.rowPermissions, now: context.now, charts: charts,
      driftCharts: try await driftCharts(store.name, drift, period, now: context.now),
      sinceLastVisit: try await services.sinceLastVisit(to: store, context),
      mine: try await services.ownErrors(in: store, context),
      streamLoss: await services.scheduler?.live?.status(of: store.name)?.loss,
      failedBackup: services.failedBackup(overview.lastBackup),
      maySeeBackups: context.may(.backupView), mayTest: services.mayEditStores(context))
    return try await services.pages.page(
      OverviewPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .overview))
  }

  /// What a program is always told.
  private func object(
    _ store: StoreHandle, _ state: StoreState, _ lastRun: Run?,
    _ duplicates: [(table: String, inserts: [DuplicatedInsert])]
  ) -> JSONObject {
    var object: JSONObject = [
      "store": .string(store.name),
      "remote": [
        "kind": .string(store.info.remoteKind), "url": .string(store.info.remoteURL),
      ],
      "online": .bool(state.isOnline), "counts": state.counts.json,
      "lastRun": lastRun?.summaryJSON ?? .null,
    ]
    object["problem"] = store.info.problem.map { .string($0) }
    if !duplicates.isEmpty {
      object["duplicates"] = .array(
        duplicates.map {
          ["table": .string($0.table), "count": .integer(Int64($0.inserts.count))]
        })
    }
    return object
  }

  private func charts(
    _ store: String, _ counts: StoreCounts, _ period: ChartPeriod, wantsTallies: Bool,
    now: Timestamp
  ) async throws -> OverviewCharts {
    let start = OverviewCharts.start(period, now: now)
    return OverviewCharts(
      store: store, period: period,
      samples: try await services.data.samples(store: store, since: start), counts: counts,
      tallies: wantsTallies
        ? try await services.data.runTallies(store: store, since: start) : [],
      runs: wantsTallies
        ? [] : try await services.data.endedSyncRuns(store: store, limit: RunCharts.runsMax),
      now: now)
  }

  private func driftCharts(
    _ store: String, _ drift: DriftState, _ period: ChartPeriod, now: Timestamp
  ) async throws -> DriftCharts {
    let sums =
      drift.lines.isEmpty
      ? [] : try await services.data.driftSums(store: store, limit: DriftCharts.checksMax)
    return DriftCharts(
      store: store, sums: sums, remaining: drift.remaining, period: period, now: now)
  }
}
