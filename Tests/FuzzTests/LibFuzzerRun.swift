import Foundation
import Glibc
import Support
import TestSupport
import Testing

/// The long run, which `script/fuzz` starts in a build that has libFuzzer.
///
/// Source: https://llvm.org/docs/LibFuzzer.html
@Suite struct LibFuzzerRun {
  private static let environment = ProcessInfo.processInfo.environment

  private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  private typealias Driver =
    @convention(c) (
      UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>, Callback
    ) -> Int32

  /// Its process ends with the run.
  @Test(.enabled(if: LibFuzzerRun.environment["SYNCLINE_FUZZ_TARGET"] != nil))
  func feedsOneTargetUntilTheTimeIsUp() async throws {
    let name = try #require(Self.environment["SYNCLINE_FUZZ_TARGET"])
    let target = try #require(FuzzTarget(rawValue: name))
    let folder = try #require(Self.environment["SYNCLINE_FUZZ_FOLDER"])
    let options = Self.environment["SYNCLINE_FUZZ_OPTIONS"] ?? ""
    for (index, input) in try target.corpus.enumerated() {
      try Data(input).write(to: URL(fileURLWithPath: "\(folder)/kept-\(index)"))
    }
    try #require(Self.driver != nil, "This build has no libFuzzer; use script/fuzz.")
    let arguments = ["fuzz"] + options.split(separator: " ").map(String.init) + [folder]
    try await offPool { Self.drive(arguments, target) }
  }

  private static let running = Locked<FuzzTarget>(.json)

  private static var driver: Driver? {
    dlsym(nil, "LLVMFuzzerRunDriver").map { unsafeBitCast($0, to: Driver.self) }
  }

  private static func drive(_ arguments: [String], _ target: FuzzTarget) {
    guard let driver else { return }
    running.withLock { $0 = target }
    var count = Int32(arguments.count)
    let texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() { texts[index] = strdup(argument) }
    texts[arguments.count] = nil
    var vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = texts
    let status = driver(&count, &vector) { bytes, count in
      LibFuzzerRun.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(status)
  }

  private static func check(_ input: [UInt8]) {
    let target = running.withLock { $0 }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await target.check(input)
      } catch {
        fatalError("\(target.rawValue) of \(FuzzInput.line(of: input)): \(error)")
      }
      done.signal()
    }
    done.wait()
  }
}
