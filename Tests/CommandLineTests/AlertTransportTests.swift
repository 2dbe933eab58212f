import ConsoleData
import Foundation
import HTTPClient
import JSONKit
import Support
import TestSupport
import Testing

@testable import syncline

/// Mail as text, commands as processes, and the end of sign-in tokens.
@Suite struct AlertTransportTests {
  private static func delivery() async throws -> AlertDelivery {
    let directory = try TemporaryDirectory()
    let data = try await ConsoleData(
      path: directory.file("console.sqlite"), time: ManualTime(), random: .system,
      passwordCost: .testing)
    let id = try await data.addAlertTest(to: "ops") { id in
      [
        "id": .string(id), "title": "Sync of todo is failing", "detail": "It says: no.",
        "event": "opened",
      ]
    }
    return try #require(try await data.alertDelivery(id))
  }

  // MARK: - Mail

  private let mail = AlertMail(
    definition: MailDefinition(
      url: "smtp://127.0.0.1", encryption: .none, from: "syncline@example.com",
      to: ["a@example.com", "b@example.com"]))

  @Test func aMailHasAStableIdAndPlainLines() async throws {
    let delivery = try await Self.delivery()
    let text = mail.text(delivery)
    #expect(text == mail.text(delivery))
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.contains("Message-ID: <\(delivery.id)@example.com>"))
    #expect(lines.contains("Subject: Sync of todo is failing"))
    #expect(lines.contains("Date: Tue, 14 Nov 2023 22:13:20 +0000"))
    #expect(text.contains("To: <a@example.com>,\r\n <b@example.com>\r\n"))
    let parts = text.components(separatedBy: "\r\n\r\n")
    let body = parts[1].replacingOccurrences(of: "\r\n", with: "")
    let bytes = try #require(Base64.decode(body))
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("It says: no."))
    #expect(lines.allSatisfy { $0.utf8.count <= 78 })
  }

  @Test func subjectsStayOneLineWhateverIsInThem() {
    #expect(AlertMail.encoded("plain") == "plain")
    let evil = AlertMail.encoded("a\r\nBcc: x@example.com")
    #expect(!evil.contains("Bcc") && evil.hasPrefix("=?UTF-8?B?"))
    let long = AlertMail.encoded(String(repeating: "ä", count: 60))
    #expect(long.components(separatedBy: "\r\n ").count == 3)
  }

  // MARK: - Commands

  private func run(
    _ script: String, timeoutSeconds: Int = 20, isExecutable: Bool = true
  ) async throws -> (AlertDeliveryResult, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let program = directory.file("notify")
    try Files.replace(Array("#!/bin/sh\n\(script)\n".utf8), at: program)
    chmod(program, isExecutable ? 0o700 : 0o600)
    let command = AlertCommand(
      definition: CommandDefinition(
        path: program, arguments: [directory.path, "$(touch \(directory.path)/shell)"],
        timeoutSeconds: timeoutSeconds))
    return (await command.send(try await Self.delivery()), directory)
  }

  @Test func aCommandGetsTheMessageAndLittleElse() async throws {
    let (result, directory) = try await run(
      #"cat > "$1/in"; env > "$1/env"; echo "$2" > "$1/second""#)
    #expect(result == .delivered)
    let input = try JSONValue(parsing: try Files.read(directory.file("in")))
    #expect(input["title"] == "Sync of todo is failing")
    let environment = String(decoding: try Files.read(directory.file("env")), as: UTF8.self)
    #expect(environment.contains("SYNCLINE_DELIVERY=") && !environment.contains("HOME="))
    // No shell reads the arguments.
    #expect(!Files.exists(directory.file("shell")))
    let second = String(decoding: try Files.read(directory.file("second")), as: UTF8.self)
    #expect(second.hasPrefix("$(touch"))
  }

  @Test func aCommandThatFailsIsTriedAgain() async throws {
    guard case .failed(let reason, _) = try await run("exit 3").0 else {
      Issue.record("it did not fail")
      return
    }
    #expect(reason.hasSuffix("ended with exit status 3."))
  }

  @Test func aCommandThatHangsIsEnded() async throws {
    let start = ContinuousClock.now
    guard case .failed(let reason, _) = try await run("sleep 60", timeoutSeconds: 1).0 else {
      Issue.record("it did not fail")
      return
    }
    #expect(reason.hasSuffix("did not end within 1 s."))
    #expect(start.duration(to: .now) < .seconds(30))
  }

  @Test func aCommandThatIsNoProgramIsGivenUp() async throws {
    guard case .rejected = try await run("", isExecutable: false).0 else {
      Issue.record("it was started")
      return
    }
  }

  // MARK: - Sign-in tokens

  @Test func theEndOfASignInTokenIsReadAndNothingElse() {
    let token = { (claims: String) in
      "e30." + Base64.encodeForURL(Array(claims.utf8)) + ".c2ln"
    }
    #expect(
      JSONWebToken.expiry(of: token(#"{"exp":1700000000}"#))
        == Timestamp(milliseconds: 1_700_000_000_000))
    #expect(
      JSONWebToken.expiry(of: token(#"{"exp":1700000000.5}"#))
        == Timestamp(milliseconds: 1_700_000_000_000))
    for other in ["", "plain", "a.b", "a.b.c", token("[]"), token("{}"), token(#"{"exp":"x"}"#)] {
      #expect(JSONWebToken.expiry(of: other) == nil)
    }
  }
}
