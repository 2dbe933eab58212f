import Foundation
import TestSupport
import Testing

/// Whatever strangers send is refused or read right; `docs/reliability.md` says how to try for longer.
///
/// One after the other: a target has one service or one file.
@Suite(.serialized) struct FuzzTests {
  private static let seed =
    ProcessInfo.processInfo.environment["SYNCLINE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  @Test(arguments: FuzzTarget.allCases)
  func readsTheCorpus(_ target: FuzzTarget) async throws {
    let corpus = try target.corpus
    #expect(corpus.count >= 4)
    for input in corpus { await check(input, of: target) }
  }

  @Test(arguments: FuzzTarget.allCases)
  func randomInputsAreReadRight(_ target: FuzzTarget) async throws {
    var mutator = try Mutator(seed: Self.seed, target)
    for _ in 0..<target.randomInputCount { await check(mutator.next(), of: target) }
  }

  private func check(_ input: [UInt8], of target: FuzzTarget) async {
    do {
      try await target.check(input)
    } catch {
      Issue.record("\(target.rawValue) of \(FuzzInput.line(of: input)): \(error)")
    }
  }

  @Test func linesOfACorpusAreTheBytesThatTheyWereWrittenFrom() throws {
    let bytes = (0...255).map { UInt8($0) }
    #expect(try FuzzInput.bytes(ofLine: FuzzInput.line(of: bytes)) == bytes)
  }
}
