import Console
import JSONKit
import Support
import SyncCore

/// Asks a server what it makes of a store's settings; writes nothing, here and there.
struct RemoteProbe: Sendable {
  private static let tablesMax = 20
  /// How long somebody who saves settings waits for the server.
  private static let refusalTime = Duration.seconds(5)

  let opener: StoreOpener

  func findings(_ settings: JSONObject) async -> [ProbeFinding] {
    var reader = ConfigurationReader()
    let definition = reader.remote(settings["remote"], at: "remote")
    let tables = reader.tables(settings["tables"], at: "tables")
    guard let definition, reader.problems.isEmpty else {
      return reader.problems.map { ProbeFinding("Settings", .no, $0) }
    }
    let remote: any Remote
    do {
      remote = try opener.remote(definition)
    } catch {
      return [ProbeFinding("Secrets", .no, "\(error)")]
    }
    var found: [ProbeFinding] = []
    if let warning = unencrypted(remote.displayURL) { found.append(warning) }
    if let error = await failure(of: remote) {
      found.append(ProbeFinding("Unexpected response from the server", .no, "\(error)"))
      if error.stop != nil {
        return found + tables.map { ProbeFinding($0.name, .skipped, "Not checked.") }
      }
    } else {
      found.append(
        ProbeFinding("Server responds", .ok, "\(remote.displayURL) accepted the request."))
    }
    if let feed = remote as? any ChangeFeedRemote, let name = feed.feed {
      return found + [await ask(name, feed, tables)]
    }
    for table in tables.prefix(Self.tablesMax) {
      for query in table.effectivePulls { found.append(await ask(table, query, remote)) }
    }
    if tables.isEmpty {
      found.append(ProbeFinding("Tables", .skipped, "No tables configured, so none were checked."))
    }
    return found
  }

  /// The tables that the server says can't be synced at all, but for `known` ones.
  ///
  /// A server that can't be reached, or not in time, hinders nobody from naming its tables.
  func refusals(_ settings: JSONObject, exceptOf known: UTF8Set) async -> [SettingProblem] {
    var reader = ConfigurationReader()
    let definition = reader.remote(settings["remote"], at: "remote")
    let tables = reader.tables(settings["tables"], at: "tables")
    guard let definition, reader.problems.isEmpty, let remote = try? opener.remote(definition),
      (remote as? any ChangeFeedRemote)?.feed == nil
    else { return [] }
    let new = tables.enumerated().filter { !known.contains($0.element.name) }
    guard !new.isEmpty else { return [] }
    return await withTaskGroup(of: Asked.self) { group in
      for (index, table) in new.prefix(Self.tablesMax) {
        group.addTask { .table(await refusal(table, at: "tables.\(index).name", remote)) }
      }
      group.addTask {
        try? await Task.sleep(for: Self.refusalTime)
        return .timeIsUp
      }
      var found: [SettingProblem] = []
      for _ in new.prefix(Self.tablesMax) {
        guard case .table(let problem)? = await group.next() else { break }
        if let problem { found.append(problem) }
      }
      group.cancelAll()
      return found
    }
  }

  private enum Asked: Sendable {
    case table(SettingProblem?)
    case timeIsUp
  }

  private func refusal(
    _ table: TableSettings, at path: String, _ remote: any Remote
  ) async -> SettingProblem? {
    let request = PullRequest(table: table.name, pageSize: 1, softDelete: table.softDelete)
    do throws(RemoteError) {
      _ = try await remote.changes(request)
    } catch {
      if case .unsupported(let detail) = error { return SettingProblem(path, detail) }
    }
    return nil
  }

  private func failure(of remote: any Remote) async -> RemoteError? {
    do {
      try await remote.probe()
      return nil
    } catch {
      return error
    }
  }

  private func ask(
    _ table: TableSettings, _ query: PullQuery, _ remote: any Remote
  ) async -> ProbeFinding {
    let name =
      query.queryID === PullQuery.wholeTable ? table.name : "\(table.name), \(query.queryID)"
    let request = PullRequest(
      table: table.name, filter: query.filter, pageSize: 1, softDelete: table.softDelete)
    do {
      let page = try await remote.changes(request)
      guard let record = page.records.first else {
        return ProbeFinding(
          name, .warn,
          "No rows. The table may be empty, have another name on the server, or the "
            + "filter may match nothing.")
      }
      if let column = table.softDelete.column, record.values[column] == nil {
        return ProbeFinding(
          name, .warn, "It has rows, but the first one has no soft delete column \(column).")
      }
      return ProbeFinding(name, .ok, "Columns: \(columns(record)).")
    } catch {
      return ProbeFinding(name, .no, "\(error)")
    }
  }

  /// The first page of a feed that brings the rows of all tables.
  private func ask(
    _ name: String, _ remote: any ChangeFeedRemote, _ tables: [TableSettings]
  ) async -> ProbeFinding {
    do {
      let page = try await remote.changes(FeedRequest(pageSize: 50))
      let there = page.tables.map(\.table)
      guard !there.isEmpty else {
        return ProbeFinding(name, .warn, "No records among the first ones.")
      }
      let list = there.joined(separator: ", ")
      return tables.isEmpty || tables.contains { there.contains($0.name) }
        ? ProbeFinding(name, .ok, "Records: \(list).")
        : ProbeFinding(
          name, .warn, "The first records are of \(list), which match no table here.")
    } catch {
      return ProbeFinding(name, .no, "\(error)")
    }
  }

  private func columns(_ record: Record) -> String {
    let names = record.values.names
    let shown = names.prefix(6).joined(separator: ", ")
    return names.isEmpty
      ? "system columns only" : names.count > 6 ? "\(shown), …" : shown
  }

  private func unencrypted(_ url: String) -> ProbeFinding? {
    guard ConfigurationReader.isUnencrypted(url) else { return nil }
    return ProbeFinding(
      "Not encrypted", .warn,
      "Rows and secrets are readable in transit. Use https:// if "
        + "possible.")
  }
}
