import ConsoleData
import Support
import TestSupport
import Testing

@Suite struct SignInTests {
  @Test func ofManyWhoUseALinkAtOnceOneGetsIn() async throws {
    let test = try await TestData()
    let code = try await test.data.addSignInLink()
    let other = try await test.opened()
    let states = try await withThrowingTaskGroup(of: SignInLinkState.self) { group in
      for index in 0..<20 {
        group.addTask {
          try await (index.isMultiple(of: 2) ? test.data : other).useSignInLink(code)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(states.count { $0 == .valid } == 1)
    #expect(states.count { $0 == .used(at: test.time.now) } == 19)
  }

  @Test func aLinkEndsAfterTenMinutes() async throws {
    let test = try await TestData()
    let code = try await test.data.addSignInLink()
    test.time.advance(milliseconds: 599_999)
    #expect(try await test.data.signInLinkState(code) == .valid)
    test.time.advance(milliseconds: 1)
    #expect(try await test.data.signInLinkState(code) == .expired)
    #expect(try await test.data.useSignInLink(code) == .expired)
    #expect(try await test.data.useSignInLink("other") == .unknown)
  }

  @Test func theWaitDoublesWithEachFailureAndHasAnEnd() async throws {
    let test = try await TestData()
    var waits: [Int] = []
    for _ in 0..<16 {
      try await test.data.noteSignInFailure(user: "mira", address: "10.0.0.1")
      waits.append(try await test.data.signInWait(user: "mira", address: "10.0.0.1"))
    }
    #expect(waits == [0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900])
    test.time.advance(milliseconds: 899_000)
    #expect(try await test.data.signInWait(user: "mira", address: "10.0.0.1") == 1)
    test.time.advance(milliseconds: 1_000)
    #expect(try await test.data.signInWait(user: "mira", address: "10.0.0.1") == 0)
  }

  @Test func aStrangerLocksNobodyOutFromElsewhere() async throws {
    let test = try await TestData()
    for _ in 0..<20 {
      try await test.data.noteSignInFailure(user: "mira", address: "10.0.0.1")
    }
    #expect(try await test.data.signInWait(user: "mira", address: "10.0.0.2") == 0)
    #expect(try await test.data.signInWait(user: "jo", address: "10.0.0.1") == 0)
  }

  @Test func manyNamesAreNoWayRoundTheWait() async throws {
    let test = try await TestData()
    for index in 0..<50 {
      try await test.data.noteSignInFailure(user: "user\(index)", address: "10.0.0.1")
    }
    #expect(try await test.data.signInWait(user: "fresh", address: "10.0.0.1") > 0)
  }

  @Test func signingInForgetsTheFailures() async throws {
    let test = try await TestData()
    for _ in 0..<6 {
      try await test.data.noteSignInFailure(user: "mira", address: "10.0.0.1")
    }
    try await test.data.noteSignIn(user: "mira", address: "10.0.0.1")
    #expect(try await test.data.signInWait(user: "mira", address: "10.0.0.1") == 0)
  }

  @Test func aPageThatAsksByItselfKeepsNobodySignedIn() async throws {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .viewer, password: "long enough")
    let secret = try await test.data.startSession(user: "mira", address: "::1", agent: "")
    test.time.advance(milliseconds: 20 * 60_000)
    #expect(try await test.data.session(withSecret: secret, isSignOfLife: false) != nil)
    test.time.advance(milliseconds: 10 * 60_000)
    #expect(try await test.data.session(withSecret: secret) == nil)
  }

  @Test func onlyOnesOwnSessionCanBeEnded() async throws {
    let test = try await TestData()
    for name in ["mira", "jo"] {
      try await test.data.addUser(name, role: .viewer, password: "long enough")
      _ = try await test.data.startSession(user: name, address: "::1", agent: "")
    }
    let id = try #require(try await test.data.sessions(of: "jo").first?.id)
    #expect(try await !test.data.endSession(id, of: "mira"))
    #expect(try await test.data.sessions().count == 2)
    #expect(try await test.data.endSession(id, of: "jo"))
    #expect(try await test.data.sessions().map(\.user) == ["mira"])
  }
}
