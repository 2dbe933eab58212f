import Foundation
import HTTPKit
public import JSONKit

/// A server of `Tests/Emulators` in a process of its own, on a free port.
public final class EmulatorProcess: Sendable {
  struct DidNotStart: Error {}
  struct Refused: Error {
    var status: Int
    var body: String
  }

  /// With the path that it serves.
  public let url: String
  private let process: ProcessBox

  /// - Parameters:
  ///   - script: A file of `Tests/Emulators`.
  ///   - arguments: Its command line.
  public init(_ script: String, _ arguments: [String] = []) async throws {
    let box = ProcessBox()
    process = box
    url = try await offPool { try box.start(script, arguments) }
  }

  public func stop() async { try? await offPool { [process] in process.stop() } }

  /// Asks the emulator for something past the protocol; see the script's own description.
  @discardableResult
  public func control(_ name: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let base = url.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
    let address = "\(base)/__emulator/\(name)"
    let data = body.map { Data($0.serialized) }
    let bytes = try await offPool { try curl(address, data) }
    return try JSONValue(parsing: bytes)
  }
}

/// One request by the curl program, which shares nothing with the client under test.
private func curl(_ address: String, _ body: Data?) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["curl", "-sS", "--fail", "--max-time", "20", "-H", "Expect:"]
  let (input, output) = (Pipe(), Pipe())
  if body != nil { process.arguments? += ["--data-binary", "@-"] }
  process.arguments?.append(address)
  process.standardInput = input
  process.standardOutput = output
  try process.run()
  if let body { try input.fileHandleForWriting.write(contentsOf: body) }
  try input.fileHandleForWriting.close()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw EmulatorProcess.Refused(
      status: Int(process.terminationStatus), body: String(decoding: data, as: UTF8.self))
  }
  return Array(data)
}

// `@unchecked`: one thread at a time uses it, first to start the process, then to stop it.
private final class ProcessBox: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()

  func start(_ script: String, _ arguments: [String]) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Emulators")
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", folder.appendingPathComponent(script).path] + arguments
    // The emulator ends with its standard input, so none is left behind by a test that crashes.
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(0x0a) {
      guard let part = try output.fileHandleForReading.read(upToCount: 1), !part.isEmpty else {
        throw EmulatorProcess.DidNotStart()
      }
      line.append(part)
    }
    let text = String(decoding: line, as: UTF8.self)
    guard let word = text.split(separator: " ").last else { throw EmulatorProcess.DidNotStart() }
    return word.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
  }
}
