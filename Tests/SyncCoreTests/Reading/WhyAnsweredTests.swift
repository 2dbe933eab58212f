import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// "Why is this row stuck?" after an answer that is about the run, not about the change.
@Suite struct WhyAnsweredTests {
  /// A bench whose row `a` was edited and pushed, with the answers of `script`.
  private func pushed(_ script: [SendResult]) async throws -> (Bench, SyncContext) {
    let bench = try await Bench()
    try await bench.synced("a", ["n": 1])
    try await bench.table.update("a", ["n": 2])
    let remote = ScriptedRemote(
      bench.remote, bench.time, script: script, shown: .unexpected,
      afterwards: Record(id: "a", version: "new"))
    let context = try await SyncContext(
      path: bench.context.path, remote: remote, settings: bench.context.settings,
      time: bench.time)
    _ = try await context.push()
    return (bench, context)
  }

  private func stop(_ context: SyncContext) async throws -> DiagnosisCheck {
    let detail = try #require(try await context.row("T", "a"))
    return try #require(detail.why.first { $0.result == .no })
  }

  @Test func aRefusedSignInStopsTheRow() async throws {
    let (bench, context) = try await pushed([
      SendResult(.unauthorized, answer: ServerAnswer(status: 401, message: "token expired"))
    ])
    let id = try #require(try await bench.operations().first?.id)
    let stop = try await stop(context)
    #expect(stop.finding == "The server rejected the sign-in")
    #expect(
      stop.evidence
        == "HTTP 401: Token expired. Check the configured token, then push again."
    )
    #expect(stop.fix == .push(id))
  }

  @Test func aServerThatSendsRequestsOnSaysWhere() async throws {
    let (bench, context) = try await pushed([
      SendResult(
        .elsewhere("h sends requests on to another address"),
        answer: ServerAnswer(status: 302, headers: [["Location", "https://h/login"]]))
    ])
    let id = try #require(try await bench.operations().first?.id)
    let stop = try await stop(context)
    #expect(stop.finding == "The server redirects to another address")
    #expect(stop.evidence.hasPrefix("HTTP 302: "))
    #expect(stop.evidence.contains("redirected to another address, https://h/login."))
    #expect(stop.fix == .push(id))
    let detail = try #require(try await context.row("T", "a"))
    #expect(detail.operations.first?.info.attempts == 1)
    #expect(detail.operations.first?.attempts.map(\.number) == [1])
    #expect(detail.operations.first?.isUnsentAsItIs == false)
  }

  @Test(arguments: [429, 503])
  func aServerThatAskedToWaitSaysUntilWhen(status: Int) async throws {
    let (bench, context) = try await pushed([
      SendResult(
        .throttled(retryAfterSeconds: 120),
        answer: ServerAnswer(status: status, headers: [["Retry-After", "120"]]),
        isFinished: status == 429)
    ])
    let id = try #require(try await bench.operations().first?.id)
    let end = bench.time.now.adding(seconds: 120)
    let waiting = try await stop(context)
    #expect(waiting.finding == "Rate limited by the server")
    #expect(waiting.evidence.contains("until \(end.wholeSeconds.prefix(10)) "))
    #expect(waiting.evidence.contains(String(end.wholeSeconds.dropFirst(11).prefix(8))))
    #expect(waiting.check == "No wait in effect")
    #expect(waiting.fix == .pushAnyway(id, until: end))
    bench.time.advance(milliseconds: 121_000)
    let over = try await stop(context)
    guard status == 429 else {
      // A gateway may ask to wait after the work too.
      #expect(over.finding == "The outcome is unknown")
      return
    }
    #expect(over.finding == "Rate limited by the server" && over.fix == .push(id))
    #expect(over.evidence.contains("That time has passed"))
  }

  @Test func whatNeedsADecisionIsNotSaidToGoOutAtOnce() async throws {
    let (bench, context) = try await pushed([
      SendResult(.refused, answer: ServerAnswer(status: 400, message: "No."))
    ])
    let detail = try #require(try await context.row("T", "a"))
    let pause = try #require(detail.why.first { $0.check == "No wait in effect" })
    #expect(pause.result == .ok)
    #expect(pause.evidence == "It is skipped until it is resolved.")
    withExtendedLifetime(bench) {}
  }
}
