import Console
import JSONKit
import Localization
import Support
import SyncCore

/// Asks a server what it makes of a store's settings; writes nothing, here and there.
struct RemoteProbe: Sendable {
  static let tablesMax = 20

  let opener: StoreOpener

  func test(_ settings: JSONObject) async -> ConnectionTest {
    let start = ContinuousClock.now
    var test = await result(settings)
    test.milliseconds = Int64(start.duration(to: .now) / .milliseconds(1))
    return test
  }

  private func result(_ settings: JSONObject) async -> ConnectionTest {
    var reader = ConfigurationReader()
    let definition = reader.remote(settings["remote"], at: "remote", tables: settings["tables"])
    let tables = reader.tables(
      settings["tables"], at: "tables", of: settings["remote"]?["kind"])
    guard let definition, reader.problems.isEmpty else {
      return ConnectionTest(
        checks: reader.problems.map { ProbeFinding(localized("Settings"), .no, $0.description) })
    }
    let remote: any Remote
    do {
      remote = try opener.remote(definition)
    } catch {
      return ConnectionTest(checks: [ProbeFinding(localized("Secrets"), .no, "\(error)")])
    }
    return await test(remote, tables, settings["remote"]?.object ?? JSONObject())
  }

  private func test(
    _ remote: any Remote, _ tables: [TableSettings], _ settings: JSONObject
  ) async -> ConnectionTest {
    var test = ConnectionTest(checks: [unencrypted(remote.displayURL)].compactMap(\.self))
    test.capabilities = remote.capabilities
    if let error = await error(of: remote) {
      test.failure = await failure(error, of: remote, settings)
      test.checks.append(finding(error, test.failure))
      if error.stop != nil || test.failure != nil {
        test.checks += tables.map { ProbeFinding($0.name, .skipped, localized("Not checked.")) }
        return test
      }
    } else {
      let address = remote.displayURL
      test.checks.append(
        ProbeFinding(
          localized("Server responds"), .ok, localized("\(address) accepted the request.")))
    }
    if let remote = remote as? any ChangeFeedRemote, !remote.feeds.isEmpty {
      for feed in remote.feeds { await ask(feed, remote, tables, &test) }
      return test
    }
    await list(remote, &test)
    test.noteUnlisted(tables.map(\.name))
    let unlisted = UTF8Set(test.unlisted)
    for table in tables.prefix(Self.tablesMax) where !unlisted.contains(table.name) {
      for query in table.effectivePulls { await ask(table, query, remote, &test) }
    }
    if !test.isPassed || test.tables == nil,
      let address = await betterAddress(settings, tables)
    {
      test.betterAddress = address
      let failure = ConnectionFailure(
        localized("No tables were found at this address."), at: "remote.url",
        localized("Use \(address) instead."))
      test.failure = failure
      test.checks.append(ProbeFinding(localized("Address"), .no, failure.sentences))
    } else if tables.isEmpty, test.tables == nil, test.isPassed {
      test.checks.append(
        ProbeFinding(
          localized("Tables"), .skipped,
          localized("No tables configured, so none were checked.")))
    }
    await countRows(remote, &test)
    return test
  }

  /// The tables that the server names by itself.
  private func list(_ remote: any Remote, _ test: inout ConnectionTest) async {
    guard let remote = remote as? any TableListRemote else { return }
    do throws(RemoteError) {
      guard let tables = try await remote.tables() else { return }
      test.tables = tables
      test.checks.append(
        ProbeFinding(
          localized("Tables"), .ok,
          tables.isEmpty
            ? localized("The server has no tables yet.")
            : tables.map(\.name).sorted().joined(separator: ", ") + "."))
    } catch {
      test.checks.append(ProbeFinding(localized("Tables"), .no, "\(error)"))
    }
  }

  /// The tables that the server says can't be synced at all, but for `known` ones.
  ///
  /// A server that can't be reached, or not in time, hinders nobody from naming its tables.
  func refusals(_ settings: JSONObject, exceptOf known: UTF8Set) async -> [SettingProblem] {
    var reader = ConfigurationReader()
    let definition = reader.remote(settings["remote"], at: "remote", tables: settings["tables"])
    let tables = reader.tables(
      settings["tables"], at: "tables", of: settings["remote"]?["kind"])
    guard let definition, reader.problems.isEmpty, let remote = try? opener.remote(definition),
      (remote as? any ChangeFeedRemote)?.feeds.isEmpty != false
    else { return [] }
    let new = tables.enumerated().filter { !known.contains($0.element.name) }
    guard !new.isEmpty else { return [] }
    return await answersInTime(of: Array(new.prefix(Self.tablesMax))) { index, table in
      await refusal(table, at: "tables.\(index).name", remote)
    }
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

  func error(of remote: any Remote) async -> RemoteError? {
    do {
      try await remote.probe()
      return nil
    } catch {
      return error
    }
  }

  private func ask(
    _ table: TableSettings, _ query: PullQuery, _ remote: any Remote,
    _ test: inout ConnectionTest
  ) async {
    let name =
      query.queryID === PullQuery.wholeTable ? table.name : "\(table.name), \(query.queryID)"
    let request = PullRequest(
      table: table.name, filter: query.filter, pageSize: 1, softDelete: table.softDelete)
    do {
      let record = try await remote.changes(request).records.first
      test.add(RemoteTable(name: table.name, columns: record?.columns ?? []))
      test.checks.append(finding(name, table, record))
    } catch {
      test.checks.append(ProbeFinding(name, .no, "\(error)"))
    }
  }

  private func finding(
    _ name: String, _ table: TableSettings, _ record: Record?
  ) -> ProbeFinding {
    guard let record else {
      return ProbeFinding(
        name, .warn,
        localized(
          "No rows. The table may be empty, have another name on the server, or the filter may "
            + "match nothing."))
    }
    if let column = table.softDelete.column, record.values[column] == nil {
      return ProbeFinding(
        name, .warn,
        localized("It has rows, but the first one has no soft delete column \(column)."))
    }
    return ProbeFinding(name, .ok, columns(record))
  }

  /// The first page of a feed that brings the rows of all tables.
  private func ask(
    _ feed: ChangeFeed, _ remote: any ChangeFeedRemote, _ tables: [TableSettings],
    _ test: inout ConnectionTest
  ) async {
    let name = feed.name
    do {
      let page = try await remote.changes(FeedRequest(feed: name, pageSize: 50))
      for table in page.tables {
        test.add(RemoteTable(name: table.table, columns: table.records.first?.columns ?? []))
      }
      let there = page.tables.map(\.table)
      guard !there.isEmpty else {
        test.checks.append(ProbeFinding(name, .warn, localized("No records among the first ones.")))
        return
      }
      let list = there.joined(separator: ", ")
      test.checks.append(
        tables.isEmpty || tables.contains { there.contains($0.name) }
          ? ProbeFinding(name, .ok, localized("Records: \(list)."))
          : ProbeFinding(
            name, .warn,
            localized("The first records are of \(list), which match no table here.")))
    } catch {
      test.checks.append(ProbeFinding(name, .no, "\(error)"))
    }
  }

  private func columns(_ record: Record) -> String {
    let names = record.values.names
    guard !names.isEmpty else { return localized("Columns: system columns only.") }
    let list = names.prefix(6).joined(separator: ", ")
    return names.count > 6
      ? localized("Columns: \(list), ….") : localized("Columns: \(list).")
  }

  private func unencrypted(_ url: String) -> ProbeFinding? {
    guard ConfigurationReader.isUnencrypted(url) else { return nil }
    return ProbeFinding(
      localized("Not encrypted"), .warn,
      localized("Rows and secrets are readable in transit. Use https:// if possible."))
  }
}

extension ConnectionTest {
  /// Takes in which of the settings' tables are missing in a list of the server.
  fileprivate mutating func noteUnlisted(_ names: [String]) {
    guard let listed = tables?.map(\.name) else { return }
    let known = UTF8Set(listed)
    unlisted = names.filter { !known.contains($0) }
    for name in unlisted {
      let similar = listed.first { $0.lowercased() === name.lowercased() }
      checks.append(
        ProbeFinding(
          name, .warn,
          similar.map {
            localized("The server has no table of this name. Did you mean “\($0)”?")
          } ?? localized("The server has no table of this name.")))
    }
  }

  /// Takes in a table that is there, with what is known of its columns.
  fileprivate mutating func add(_ table: RemoteTable) {
    guard !(tables ?? []).contains(where: { $0.name === table.name }) else { return }
    tables = (tables ?? []) + [table]
  }
}

extension Record {
  /// The columns that this row has a value in, without the system columns.
  fileprivate var columns: [Column] {
    values.compactMap { member in
      SystemColumn.contains(member.name)
        ? nil : ColumnType(of: member.value).map { Column(member.name, $0) }
    }
  }
}
