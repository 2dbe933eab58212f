import Foundation
import HTTPKit
package import JSONKit
import Support

/// A server of `Tests/Emulators` in a process of its own, on a free port.
package final class EmulatorProcess: Sendable {
  struct DidNotStart: Error {}
  struct Refused: Error {
    var status: Int
    var body: String
  }

  /// With the path that it serves.
  package let url: String
  private let process: ChildProcess
  private let isStopped = Locked(false)

  /// - Parameters:
  ///   - script: A file of `Tests/Emulators`.
  ///   - arguments: Its command line.
  package init(_ script: String, _ arguments: [String] = []) async throws {
    (process, url) = try await offPool { try start(script, arguments) }
  }

  /// Once is enough: what its pipes were numbered with may be another file's number later.
  package func stop() async {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    _ = try? await offPool { [process] in
      process.closeInput()
      process.terminate()
      return process.wait()
    }
  }

  /// Asks the emulator for something past the protocol; see the script's own description.
  @discardableResult
  package func control(_ name: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let base = url.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
    let address = "\(base)/__emulator/\(name)"
    let data = body.map { Array($0.serialized) }
    let bytes = try await offPool { try curl(address, data) }
    return try JSONValue(parsing: bytes)
  }
}

/// One request by the curl program, which shares nothing with the client under test.
private func curl(_ address: String, _ body: [UInt8]?) throws -> [UInt8] {
  var command = ["curl", "-sS", "--fail", "--max-time", "20", "-H", "Expect:"]
  if body != nil { command += ["--data-binary", "@-"] }
  let process = try ChildProcess(command + [address])
  if let body { try process.write(body) }
  process.closeInput()
  let answer = try process.readToEnd()
  let status = process.wait()
  guard status == 0 else {
    throw EmulatorProcess.Refused(
      status: Int(status), body: String(decoding: answer, as: UTF8.self))
  }
  return answer
}

/// Starts the emulator; it ends with its standard input, so none is left by a test that crashes.
private func start(_ script: String, _ arguments: [String]) throws -> (ChildProcess, url: String) {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Emulators")
  let process = try ChildProcess(
    ["python3", folder.appendingPathComponent(script).path] + arguments)
  var line: [UInt8] = []
  while !line.contains(0x0a) {
    let part = try process.read()
    guard !part.isEmpty else { throw EmulatorProcess.DidNotStart() }
    line += part
  }
  guard let word = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).last
  else { throw EmulatorProcess.DidNotStart() }
  return (process, String(word))
}
