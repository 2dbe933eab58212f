import Glibc
import Support
import TestSupport
import Testing

@Suite struct ProcessLeaseTests {
  @Test func whoHoldsItIsAliveAndNobodyElse() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("alive")
    var sign: ProcessLease? = try ProcessLease(in: path, random: .system)
    let number = try #require(sign?.number)
    #expect(try ProcessLease.isAlive(number, in: path))
    #expect(try !ProcessLease.isAlive(Int64(getpid()), in: path))
    #expect(try !ProcessLease.isAlive(number + 1, in: path))
    sign = nil
    #expect(try !ProcessLease.isAlive(number, in: path))
  }

  @Test func twoNeverHaveTheSameNumber() throws {
    let directory = try TemporaryDirectory()
    let same = RandomSource { Array(repeating: 7, count: $0) }
    let signs = try (0..<3).map { _ in
      try ProcessLease(in: directory.file("alive"), random: same)
    }
    #expect(Set(signs.map(\.number)).count == 3)
  }
}
