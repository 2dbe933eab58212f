import Foundation
import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Crypto
@testable import RemoteCloudKit

/// A token that is only remembered.
final class RememberedToken: WebTokenStore {
  private let state: Locked<(current: String, previous: String?)>
  let saves = Locked(0)
  let isReadOnly = Locked(false)

  init(_ token: String) { state = Locked((token, nil)) }

  func load() throws -> (current: String, previous: String?) { state.withLock { $0 } }

  func save(current: String, previous: String?) async throws {
    if isReadOnly.withLock({ $0 }) { throw WebTokenError.notKept("token") }
    state.withLock { $0 = (current, previous) }
    saves.withLock { $0 += 1 }
  }
}

extension CloudKitRemote {
  static func test(
    _ transport: any RemoteTransport, _ credential: CloudKitCredential? = nil,
    database: CloudKitConfiguration.Database = .private
  ) throws -> CloudKitRemote {
    let configuration = try CloudKitConfiguration(
      container: "iCloud.com.example.app", environment: .development, database: database,
      zone: database == .public ? .default : CloudKitZone("Notes"),
      credential: credential ?? .user(apiToken: "api", RememberedToken("a+b/c=")))
    return CloudKitRemote(
      RenewableConfiguration(configuration), transport: transport, time: ManualTime())
  }
}

@Suite struct SignInTests {
  @Test func aRequestIsSignedAsTheVectorIs() async throws {
    let directory = try TemporaryDirectory()
    let key = try await TestKey(in: directory)
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      .json(200, ["records": []])
    }
    let remote = try CloudKitRemote.test(
      transport, .serverKey(id: "the-key", try SigningKey(pem: key.pem)), database: .public)
    try await remote.probe()
    let request = try #require(transport.requests.first)
    #expect(!request.url.contains("?"))
    #expect(request.headers["X-Apple-CloudKit-Request-KeyID"] == "the-key")
    let date = try #require(request.headers["X-Apple-CloudKit-Request-ISO8601Date"])
    #expect(date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    let hash = Base64.encode(SHA256.digest(request.body ?? []))
    let path = "/database/1/iCloud.com.example.app/development/public/records/lookup"
    #expect(request.url.hasSuffix(path))
    let signature = try #require(
      request.headers["X-Apple-CloudKit-Request-SignatureV1"].flatMap { Base64.decode($0) })
    try Files.write(Array("\(date):\(hash):\(path)".utf8), to: directory.file("message"))
    try Files.write(signature, to: directory.file("signature"))
    let (file, publicPath) = (directory.file("message"), key.publicPath)
    let output = try await offPool {
      try ChildProcess.run([
        "openssl", "dgst", "-sha256", "-verify", publicPath, "-signature",
        directory.file("signature"), file,
      ]).output
    }
    #expect(output.contains("Verified OK"))
  }

  @Test func theEmulatorTakesTheSignatureAndRefusesAnotherKeys() async throws {
    try await withCloudKit(.public) { fixture in
      try await fixture.remote.probe()
      let other = try await TestKey(in: TemporaryDirectory())
      let remote = CloudKitRemote(
        try CloudKitConfiguration(
          url: fixture.emulator.url, container: "iCloud.com.example.app",
          environment: .development, database: .public,
          credential: .serverKey(id: "key-of-the-test", try SigningKey(pem: other.pem))),
        client: fixture.client)
      let error = await #expect(throws: RemoteError.self) { try await remote.probe() }
      #expect("\(try #require(error))".contains("public key belongs to this private key"))
    }
  }

  @Test func aWrongClockIsNamed() async throws {
    try await withCloudKit(.public) { fixture in
      try await fixture.options(["clockOffset": 3600])
      let error = await #expect(throws: RemoteError.self) { try await fixture.remote.probe() }
      let text = "\(try #require(error))"
      #expect(text.contains("behind the server’s"))
      let change = Change(.insert, table: "Note", id: "a")
      #expect(await fixture.remote.send(change).outcome == .unauthorized)
    }
  }

  @Test func aServerKeyReachesThePublicDatabaseOnly() async throws {
    let key = try SigningKey(pem: try await TestKey(in: TemporaryDirectory()).pem)
    let error = #expect(throws: RemoteConfigurationError.self) {
      try CloudKitConfiguration(
        container: "com.example", environment: .production, database: .private,
        credential: .serverKey(id: "k", key))
    }
    let problems = try #require(error?.problems)
    #expect(problems.count == 2 && problems[0].hasPrefix("The container must be named"))
    #expect(problems[1].hasPrefix("A server-to-server key reaches the public database only."))
  }

  @Test func everyAnswersTokenIsKeptAndSentEncoded() async throws {
    let number = Locked(0)
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      let new = number.withLock {
        $0 += 1
        return "new+\($0)/="
      }
      return .json(200, ["records": []], ["X-Apple-CloudKit-Web-Auth-Token": new])
    }
    let token = RememberedToken("a+b/c=")
    let remote = try CloudKitRemote.test(transport, .user(apiToken: "api", token))
    try await remote.probe()
    #expect(try token.load().current == "new+1/=")
    try await remote.probe()
    let urls = transport.requests.map(\.url)
    #expect(urls[0].hasSuffix("?ckAPIToken=api&ckWebAuthToken=a%2Bb%2Fc%3D"))
    #expect(urls[1].hasSuffix("&ckWebAuthToken=new%2B1%2F%3D"))
    #expect(token.saves.withLock { $0 } == 2)
  }

  @Test func noFurtherRequestIsMadeUntilTheTokenIsKept() async throws {
    let token = RememberedToken("first")
    let answers = Locked(0)
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      let number = answers.withLock { answers in
        answers += 1
        return answers
      }
      return .json(
        200, ["records": []], ["X-Apple-CloudKit-Web-Auth-Token": "new-\(number)"])
    }
    let remote = try CloudKitRemote.test(transport, .user(apiToken: "api", token))
    token.isReadOnly.withLock { $0 = true }
    try await remote.probe()
    await #expect(throws: RemoteError.self) { try await remote.probe() }
    #expect(transport.requests.count == 1 && token.saves.withLock { $0 } == 0)
    token.isReadOnly.withLock { $0 = false }
    try await remote.probe()
    #expect(try #require(transport.requests.last).url.hasSuffix("&ckWebAuthToken=new-1"))
    #expect(try token.load().current == "new-2")
  }

  @Test func theTokenOutlivesARestartInAFileOfItsOwner() async throws {
    try await withCloudKit { fixture in
      let path = fixture.directory.file("token")
      try await fixture.store.table("Note").insert(["title": "x"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try WebTokenFile(path).load().current != "first+web/token=")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      // Another process goes on where this one ended.
      let remote = CloudKitRemote(fixture.remote.configuration, client: fixture.client)
      try await remote.probe()
      try await fixture.remote.probe()
    }
  }

  @Test func requestsOfASessionGoOneAfterTheOther() async throws {
    try await withCloudKit { fixture in
      let remote = fixture.remote
      let ids = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<12 {
          group.addTask {
            _ = try await remote.read("Note", id: "\(number)")
            return number
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(ids.count == 12)
    }
  }

  @Test func storesOfOneSignInTakeTurns() async throws {
    try await withCloudKit { fixture in
      let other = CloudKitRemote(
        try CloudKitConfiguration(
          url: fixture.emulator.url, container: "iCloud.com.example.app",
          environment: .development, database: .private, zone: CloudKitZone("Journal"),
          credential: .user(
            apiToken: "api-token-of-the-test", WebTokenFile(fixture.directory.file("token")))),
        client: fixture.client)
      try await fixture.emulator.control("zones", ["zone": "Journal"])
      // Each answer ends the tokens before the last two, so two that go at once lose the sign-in.
      let remote = fixture.remote
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { try await remote.probe() }
          group.addTask { try await other.probe() }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func theOneBeforeIsTriedOnce() async throws {
    try await withCloudKit { fixture in
      let file = WebTokenFile(fixture.directory.file("token"))
      try await fixture.remote.probe()
      let good = try file.load().current
      try await file.save(current: "meant-for-somebody-else", previous: good)
      try await fixture.remote.probe()
      #expect(try file.load().current.hasPrefix("web+token/"))
    }
  }

  @Test func anEndedSignInKeepsTheQueueAndSaysWhereToSignIn() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      try await notes.insert(["title": "x"])
      try await fixture.fault(["operation": "*", "kind": "expiredToken"])
      let report = try await fixture.store.push()
      #expect(report.stopped?.code == "unauthorized")
      #expect(report.stopped?.description.contains("/sign-in") == true)
      #expect(try await fixture.store.counts().pending == 1)
      #expect(try await fixture.store.errors().isEmpty)
      let pull = try await fixture.store.pull()
      #expect(pull.stopped?.code == "unauthorized")
      // A new sign-in: the token is put into the file, and nothing else has to be done.
      try await fixture.options(["webToken": "signed+in/again="])
      try Files.write(Array("signed+in/again=\n".utf8), to: fixture.directory.file("token"))
      #expect(try await fixture.store.push().succeeded == 1)
    }
  }

  @Test func secretsAppearNowhere() async throws {
    let secrets = [
      "first+web/token=", "first%2Bweb%2Ftoken%3D", "api-token-of-the-test", "web+token/",
    ]
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      try await notes.insert(["id": "a", "title": "x"])
      let change = Change(.insert, table: "Note", id: "a", values: ["title": "x"])
      var texts = ["\(fixture.remote.describe(change))", fixture.remote.displayURL]
      try await fixture.fault([
        "operation": "records/modify", "kind": "recordError", "code": "BAD_REQUEST",
      ])
      _ = try await fixture.store.push()
      texts.append("\(try await fixture.store.errors())")
      try await fixture.fault(["operation": "*", "kind": "expiredToken"])
      texts.append("\(try await fixture.store.pull())")
      try await fixture.fault([
        "operation": "*", "kind": "raw", "status": 502, "body": "<html>bad gateway</html>",
      ])
      texts.append("\(try await fixture.store.pull())")
      let store = try Files.read(fixture.directory.file("store.sqlite"))
      texts.append(String(decoding: store, as: UTF8.self))
      for text in texts {
        for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
      }
    }
  }
}
