import ConsoleData
import SQLiteKit
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
      let wait = try await test.data.beginSignIn(user: "mira", address: "10.0.0.1")
      waits.append(wait)
      guard wait > 0 else { continue }
      test.time.advance(milliseconds: Int64(wait) * 1_000 - 1_000)
      #expect(try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") == 1)
      test.time.advance(milliseconds: 1_000)
      #expect(try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") == 0)
    }
    #expect(waits == [0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
  }

  @Test func ofTriesAtTheSameMomentNoMoreAreMade() async throws {
    let test = try await TestData()
    let waits = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask { try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(waits.count { $0 == 0 } == 5)
  }

  @Test func aStrangerLocksNobodyOutFromElsewhere() async throws {
    let test = try await TestData()
    for _ in 0..<20 { _ = try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") }
    #expect(try await test.data.beginSignIn(user: "mira", address: "10.0.0.2") == 0)
    #expect(try await test.data.beginSignIn(user: "jo", address: "10.0.0.1") == 0)
  }

  @Test func aKnownBrowserWaitsForNobodyElsesTries() async throws {
    let test = try await TestData()
    let data = test.data
    let cookie = data.cookie(ofBrowser: nil, signedInAs: "mira")
    let known = try #require(data.knownBrowser(withCookie: cookie))
    for index in 0..<40 {
      _ = try await data.beginSignIn(user: "mira", address: "10.1.0.\(index)")
    }
    #expect(try await data.beginSignIn(user: "mira", address: "10.2.0.1") > 0)
    #expect(try await data.beginSignIn(user: "mira", address: "10.2.0.1", browser: known) == 0)
    // It is no key: its own tries are counted, and other names are not its own.
    for _ in 0..<4 {
      _ = try await data.beginSignIn(user: "mira", address: "10.2.0.1", browser: known)
    }
    #expect(try await data.beginSignIn(user: "mira", address: "10.2.0.1", browser: known) == 5)
    for index in 0..<40 {
      _ = try await data.beginSignIn(user: "jo", address: "10.1.1.\(index)")
    }
    #expect(try await data.beginSignIn(user: "jo", address: "10.2.0.1", browser: known) > 0)
  }

  @Test func aCookieOfAKnownBrowserCannotBeMadeUp() async throws {
    let data = try await TestData().data
    let cookie = data.cookie(ofBrowser: nil, signedInAs: "mira")
    let both = data.cookie(
      ofBrowser: data.knownBrowser(withCookie: cookie), signedInAs: "jo")
    #expect(data.knownBrowser(withCookie: both)?.users == ["jo", "mira"])
    let elsewhere = try await TestData().data
    let other = data.seal(#"{"id":"x","users":["mira"]}"#, for: "sign-in form")
    for made in ["", "x", cookie + "A", String(cookie.dropLast(2)), other] {
      #expect(data.knownBrowser(withCookie: made) == nil)
    }
    #expect(elsewhere.knownBrowser(withCookie: cookie) == nil)
  }

  @Test func aTryThatIsTakenBackLeavesNothing() async throws {
    let test = try await TestData()
    for index in 0..<10 {
      _ = try await test.data.beginSignIn(user: "user\(index)", address: "10.0.0.\(index)")
      try await test.data.takeSignInBack(user: "user\(index)", address: "10.0.0.\(index)")
    }
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    let count = try await pool.read { connection in
      try connection.first("SELECT count(*) FROM signInFailures") { row throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
    #expect(count == 0)
  }

  @Test func addressesOfOneIPv6NetworkShareTheirTries() async throws {
    let test = try await TestData()
    for index in 0..<5 {
      _ = try await test.data.beginSignIn(user: "mira", address: "2001:db8::\(index)")
    }
    #expect(try await test.data.beginSignIn(user: "mira", address: "2001:db8::ffff") == 5)
    #expect(try await test.data.beginSignIn(user: "mira", address: "2001:db8:0:1::1") == 0)
  }

  @Test func manyNamesOrAddressesAreNoWayRoundTheWait() async throws {
    let test = try await TestData()
    for index in 0..<50 {
      #expect(try await test.data.beginSignIn(user: "user\(index)", address: "10.0.0.1") == 0)
    }
    // Short, since others behind the same proxy wait too.
    #expect(try await test.data.beginSignIn(user: "fresh", address: "10.0.0.1") == 5)
    for index in 0..<20 {
      #expect(try await test.data.beginSignIn(user: "mira", address: "10.1.0.\(index)") == 0)
    }
    #expect(try await test.data.beginSignIn(user: "mira", address: "10.2.0.1") == 5)
    for index in 0..<12 {
      test.time.advance(milliseconds: 60_000)
      #expect(try await test.data.beginSignIn(user: "mira", address: "10.3.0.\(index)") == 0)
    }
  }

  /// Three codes of a million are right at a time, so a day of guesses must stay a small risk.
  @Test func whoKnowsThePasswordTriesFewCodesFromManyNetworks() async throws {
    let test = try await TestData()
    var tries = 0
    for minute in 0..<1_440 {
      let address = "10.\(minute / 250).\(minute % 250).1"
      let wait = try await test.data.beginSignIn(user: "mira", address: address, step: .code)
      if wait == 0 { tries += 1 }
      test.time.advance(milliseconds: 60_000)
    }
    #expect((90...120).contains(tries))
    // A browser that the user signed in from does not wait for them.
    let cookie = test.data.cookie(ofBrowser: nil, signedInAs: "mira")
    let known = test.data.knownBrowser(withCookie: cookie)
    let wait = try await test.data.beginSignIn(
      user: "mira", address: "10.9.0.1", browser: known, step: .code)
    #expect(wait == 0)
  }

  @Test func codesThatAreRightNeverWait() async throws {
    let test = try await TestData()
    for index in 0..<100 {
      let address = "10.0.\(index).1"
      #expect(
        try await test.data.beginSignIn(user: "mira", address: address, step: .code) == 0)
      try await test.data.noteSignIn(user: "mira", address: address, step: .code)
    }
  }

  @Test func signingInForgetsTheFailures() async throws {
    let test = try await TestData()
    for _ in 0..<6 { _ = try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") }
    try await test.data.noteSignIn(user: "mira", address: "10.0.0.1")
    #expect(try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") == 0)
  }

  @Test func whoSignsInOftenNeverWaits() async throws {
    let test = try await TestData()
    for _ in 0..<200 {
      #expect(try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") == 0)
      try await test.data.takeSignInBack(user: "mira", address: "10.0.0.1")
      #expect(try await test.data.beginSignIn(user: "mira", address: "10.0.0.1") == 0)
      try await test.data.noteSignIn(user: "mira", address: "10.0.0.1")
    }
  }

  @Test func aPageThatAsksByItselfKeepsNobodySignedIn() async throws {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .viewer, password: "correct horse")
    let secret = try await test.data.startSession(user: "mira", address: "::1", agent: "")
    test.time.advance(milliseconds: 20 * 60_000)
    #expect(try await test.data.session(withSecret: secret, isSignOfLife: false) != nil)
    test.time.advance(milliseconds: 10 * 60_000)
    #expect(try await test.data.session(withSecret: secret) == nil)
  }

  @Test func onlyOnesOwnSessionCanBeEnded() async throws {
    let test = try await TestData()
    for name in ["mira", "jo"] {
      try await test.data.addUser(name, role: .viewer, password: "correct horse")
      _ = try await test.data.startSession(user: name, address: "::1", agent: "")
    }
    let id = try #require(try await test.data.sessions(of: "jo").first?.id)
    #expect(try await !test.data.endSession(id, of: "mira"))
    #expect(try await test.data.sessions().count == 2)
    #expect(try await test.data.endSession(id, of: "jo"))
    #expect(try await test.data.sessions().map(\.user) == ["mira"])
  }
}
