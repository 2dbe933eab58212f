import HTTPKit
import JSONKit
import SQLiteKit
import TestSupport
import Testing

@testable import TableService

/// Numbers that a `Double` would round.
@Suite struct DecimalTests {
  private static let digits = [
    ("a", "12345678901234.5678"), ("b", "12345678901234.568"), ("c", "18446744073709551615"),
    ("d", "-12345678901234.5678"), ("e", "0.1000000000000000055511151231257827"), ("f", "0.1"),
    ("g", "1.00000000000000000000000001e-20"), ("h", "7"), ("i", "-0.123456789012345678901"),
    ("j", "-12345678901234.5679"), ("k", "9223372036854775807"),
  ]

  private func harness(_ version: String) async throws -> Harness {
    let harness = try await Harness(version: version)
    for (id, digits) in Self.digits {
      let row = "{\"id\":\"\(id)\",\"n\":\(digits)}"
      let answer = await harness.send(.post, "/tables/t", bytes: Array(row.utf8))
      #expect(answer.status == 201, "\(answer.error)")
    }
    await harness.send(.post, "/tables/t", ["id": "z"])
    return harness
  }

  @Test func areKeptAsTheyWereSent() async throws {
    let harness = try await harness("3.0.0")
    let list = await harness.get("/tables/t")
    for (id, digits) in Self.digits {
      let number = try JSONValue(parsing: digits)
      #expect(await harness.get("/tables/t/\(id)")["n"] == number)
      #expect(list.rows.first { $0["id"]?.string == id }?["n"] == number)
    }
    let changed = await harness.send(
      .patch, "/tables/t/h", ["n": .number("0.30000000000000000001")])
    #expect(changed["n"] == .number("0.30000000000000000001"))
    let again = try await Harness(over: harness)
    #expect(await again.get("/tables/t/a")["n"] == .number("12345678901234.5678"))
  }

  @Test(arguments: ["2.0.0", "3.0.0"])
  func compareByTheirDigits(version: String) async throws {
    let harness = try await harness(version)
    let cases = [
      ("n eq 12345678901234.5678", "a"), ("n eq 12345678901234.5678m", "a"),
      ("n eq 12345678901234.568", "b"), ("n gt 12345678901234.5678", "bck"),
      ("n lt -12345678901234.5678", "j"), ("n le -12345678901234.5678", "dj"),
      ("n eq 0.1", "f"), ("n gt 0.1 and n lt 1", "e"), ("n in (0.1,18446744073709551615)", "cf"),
      ("n gt 9223372036854775807", "c"), ("n eq 7", "h"), ("n eq 7.00", "h"), ("7 eq n", "h"),
      ("n eq null", "z"), ("n gt 0 and n lt 1e-19", "g"), ("n add 1 eq 8", "h"),
      ("round(n) eq 7", "h"), ("cast(n,Edm.Decimal) eq 12345678901234.5678", "a"),
      ("cast(n,Edm.String) eq '18446744073709551615'", "c"),
      ("n eq 18446744073709551615d", ""), ("cast(n,Edm.Double) eq 18446744073709551615d", "c"),
      ("-n eq -7", "h"),
    ]
    for (filter, expected) in cases {
      let answer = await harness.get("/tables/t?$filter=\(filter)")
      let ids = answer.rows.compactMap { $0["id"]?.string }.joined()
      #expect(ids == expected, "\(filter) \(answer.error)")
    }
    #expect(await harness.ids("/tables/t?$orderby=n").joined() == "zjdigfehabkc")
    #expect(await harness.ids("/tables/t?$orderby=n desc").joined() == "ckbahefgidjz")
  }

  @Test func areNoLessExactInAConstant() async throws {
    let harness = try await Harness(version: "3.0.0")
    await harness.send(.post, "/tables/t", ["id": "a", "n": 12345678901234.568])
    await harness.send(.post, "/tables/t", ["id": "b", "n": 9_007_199_254_740_992])
    #expect(await harness.ids("/tables/t?$filter=n eq 12345678901234.5678") == [])
    #expect(await harness.ids("/tables/t?$filter=n eq 9007199254740992.0000000001") == [])
    #expect(await harness.ids("/tables/t?$filter=n lt 9007199254740992.0000000001") == ["a", "b"])
  }

  @Test func showAsDigitsInTheDatabase() async throws {
    let harness = try await harness("2.0.0")
    let other = try await DatabasePool(path: harness.databasePath)
    let digits = try await other.read { connection in
      try connection.first("SELECT CAST(n AS TEXT) FROM t WHERE id = 'a'") {
        row throws(SQLiteError) in try row.decode(at: 0, as: String.self)
      }
    }
    #expect(digits == "12345678901234.5678")
  }

  @Test func orderTheirKeysAsTheNumbersAre() throws {
    let ordered = [
      "-1e30", "-12.5", "-12.4999999999999999999", "-1", "-0.5", "-1e-30", "0", "1e-30", "0.05",
      "0.5", "0.50000000000000000001", "1", "1.5", "9", "10", "10.01", "123", "1e30",
    ]
    let keys = try ordered.map { try #require(DecimalNumber($0)).sortKey }
    for (first, second) in zip(keys, keys.dropFirst()) {
      #expect(first.lexicographicallyPrecedes(second))
    }
    let alike = [("1", "1.0"), ("0", "-0.00"), ("1e3", "1000"), ("0.001", "1E-3"), ("007", "7")]
    for (first, second) in alike {
      #expect(DecimalNumber(first) == DecimalNumber(second))
    }
    for text in ["", "-", ".", "1e", "x", "1.2.3", "1 ", "0x1"] {
      #expect(DecimalNumber(text) == nil)
    }
  }
}
