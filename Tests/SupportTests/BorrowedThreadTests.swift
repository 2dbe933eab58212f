import Glibc
import Support
import TestSupport
import Testing

@Suite struct BorrowedThreadTests {
  private struct Seen: Sendable {
    var before: UInt?
    var after: UInt?
    var isLent: [Bool] = []
  }

  @Test func whatNeverWaitsIsDoneWhenItReturns() async throws {
    let seen = Locked(Seen())
    let own = try await offPool {
      _ = InlineExecutor.run {
        await Self.noted(seen) { $0.before = currentThread() }
        seen.withLock { $0.isLent.append(InlineExecutor.current?.isLent == true) }
      }
      return (currentThread(), seen.withLock { $0 })
    }
    #expect(own.1.before == own.0)
    #expect(own.1.isLent == [true])
  }

  @Test func whatWaitsGoesOnElsewhere() async throws {
    let seen = Locked(Seen())
    let gate = AsyncStream.makeStream(of: Void.self)
    let (own, task) = try await offPool {
      let task = InlineExecutor.run {
        seen.withLock { $0.before = currentThread() }
        for await _ in gate.stream {}
        seen.withLock {
          $0.after = currentThread()
          $0.isLent.append(InlineExecutor.current?.isLent == true)
        }
      }
      return (currentThread(), task)
    }
    gate.continuation.finish()
    await task.value
    let found = seen.withLock { $0 }
    #expect(found.before == own)
    #expect(found.after != own)
    #expect(found.isLent == [false])
  }

  @Test func tasksInsideOfItAreRunToo() async throws {
    let total = Locked(0)
    try await offPool {
      InlineExecutor.run {
        await withTaskGroup(of: Int.self) { group in
          for number in 1...10 { group.addTask { number } }
          for await number in group { total.withLock { $0 += number } }
        }
      }
    }.value
    #expect(total.withLock { $0 } == 55)
  }

  private static func noted(
    _ seen: Locked<Seen>, _ change: @Sendable (inout Seen) -> Void
  ) async {
    seen.withLock { change(&$0) }
  }
}

private func currentThread() -> UInt { UInt(pthread_self()) }
