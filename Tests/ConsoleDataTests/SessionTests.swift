import ConsoleData
import Support
import TestSupport
import Testing

/// A session is asked for on every request, and what was found is kept while nobody writes.
@Suite struct SessionTests {
  private func started(_ test: TestData) async throws -> String {
    try await test.data.addUser("mira", role: .operate, password: "correct horse")
    return try await test.data.startSession(user: "mira", address: "10.0.0.1", agent: "test")
  }

  /// Asks on the pool's threads and on a borrowed one, where connections of their own keep their own.
  private func roles(_ test: TestData, _ secret: String) async throws -> [Role?] {
    let data = test.data
    let found = Locked<[Role?]>([])
    try await offPool {
      InlineExecutor.run {
        let role = try? await data.session(withSecret: secret)?.role
        found.withLock { $0.append(role) }
      }
    }.value
    let role = try await data.session(withSecret: secret)?.role
    return found.withLock { $0 } + [role]
  }

  @Test func aSessionThatAnotherProcessEndsIsRefusedAtOnce() async throws {
    let test = try await TestData()
    let secret = try await started(test)
    for _ in 0..<3 { #expect(try await roles(test, secret) == [.operate, .operate]) }
    let other = try await test.opened()
    let id = try #require(try await other.session(withSecret: secret)?.id)
    #expect(try await other.endSession(id))
    #expect(try await roles(test, secret) == [nil, nil])
  }

  @Test func aChangedRoleOrPasswordEndsItAtOnce() async throws {
    let test = try await TestData()
    let other = try await test.opened()
    let secret = try await started(test)
    #expect(try await roles(test, secret) == [.operate, .operate])
    try await other.setPassword("quite another horse", of: "mira")
    #expect(try await roles(test, secret) == [nil, nil])
    let second = try await test.data.startSession(user: "mira", address: "", agent: "")
    #expect(try await roles(test, second) == [.operate, .operate])
    try await other.setRole(.viewer, of: "mira")
    #expect(try await roles(test, second) == [nil, nil])
  }

  @Test func timeEndsItThoughNobodyWrites() async throws {
    let test = try await TestData()
    let secret = try await started(test)
    #expect(try await roles(test, secret) == [.operate, .operate])
    test.time.advance(milliseconds: Session.idleSeconds * 1_000 - 1)
    #expect(try await test.data.session(withSecret: secret, isSignOfLife: false) != nil)
    test.time.advance(milliseconds: 1)
    #expect(try await roles(test, secret) == [nil, nil])
  }
}
