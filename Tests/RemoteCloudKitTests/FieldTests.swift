import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct FieldTests {
  private let types = FieldTypes(declared: [:])
  private var writer: FieldWriter { FieldWriter(types: types) }
  private var reader: FieldReader { FieldReader(types: types) }

  private func read(_ field: JSONObject, _ name: String = "f") -> JSONValue {
    reader.value(of: field, named: name, in: "T", recordName: "r")
  }

  private func written(_ value: JSONValue, _ name: String = "f") throws -> JSONValue? {
    try writer.fields(of: JSONObject([(name, value)]), in: "T")[name]
  }

  /// What the server has, what the store makes of it, and what goes back when it is written again.
  struct Trip: Sendable, CustomTestStringConvertible {
    var type: String
    var value: JSONValue
    var stored: JSONValue
    var sent: JSONValue?

    var testDescription: String { "\(type) \(value)" }
  }

  static let trips = [
    Trip(type: "STRING", value: "aGVsbG8=", stored: "aGVsbG8="),
    Trip(type: "BYTES", value: "aGVsbG8=", stored: "aGVsbG8="),
    Trip(type: "INT64", value: 9_007_199_254_740_993, stored: 9_007_199_254_740_993),
    Trip(
      type: "INT64", value: "9007199254740993", stored: 9_007_199_254_740_993,
      sent: 9_007_199_254_740_993),
    Trip(type: "DOUBLE", value: 1, stored: 1),
    Trip(type: "DOUBLE", value: "2.5", stored: 2.5, sent: 2.5),
    Trip(
      type: "TIMESTAMP", value: 1_747_999_812_348, stored: "2025-05-23T11:30:12.348Z"),
    Trip(
      type: "TIMESTAMP", value: 1_747_999_812_347.89, stored: "2025-05-23T11:30:12.348Z",
      sent: 1_747_999_812_348),
    Trip(
      type: "REFERENCE", value: ["recordName": "a", "action": "DELETE_SELF"],
      stored: ["recordName": "a", "action": "DELETE_SELF"]),
    Trip(
      type: "LOCATION", value: ["latitude": 1.5, "longitude": 2, "timestamp": 7.6],
      stored: ["latitude": 1.5, "longitude": 2, "timestamp": 7.6],
      sent: ["latitude": 1.5, "longitude": 2, "timestamp": 8]),
    Trip(type: "STRING_LIST", value: ["a", "b"], stored: ["a", "b"]),
    Trip(type: "INT64_LIST", value: ["1", 2], stored: [1, 2], sent: [1, 2]),
    Trip(type: "TIMESTAMP_LIST", value: [1.6, 2], stored: [1.6, 2], sent: [2, 2]),
    Trip(type: "BYTES_LIST", value: ["aGk="], stored: ["aGk="]),
  ]

  @Test(arguments: trips)
  func valueIsTheSameAfterAWayThroughTheStore(trip: Trip) throws {
    #expect(read(["value": trip.value, "type": .string(trip.type)]) == trip.stored)
    let field = try #require(try written(trip.stored))
    #expect(field["value"] == trip.sent ?? trip.value)
    #expect(field["type"]?.string == trip.type)
  }

  @Test func momentBetweenTwoMillisecondsIsRounded() throws {
    types.note(FieldType("TIMESTAMP"), of: "f", in: "T")
    #expect(try written("2025-05-23T11:30:12.3478900Z")?["value"] == 1_747_999_812_348)
  }

  @Test func truthValuesAreNumbersOfTheirOwnColumns() throws {
    types.note(.boolean, of: "f", in: "T")
    #expect(read(["value": 1, "type": "INT64"]) == true)
    #expect(read(["value": 0, "type": "INT64"]) == false)
    // Another number is shown as it is, for the store to report.
    #expect(read(["value": 2, "type": "INT64"]) == 2)
    #expect(try written(true) == ["value": 1, "type": "INT64"])
    #expect(read(["value": 1, "type": "INT64"], "plain") == 1)
  }

  @Test func listWithoutItsElementsTypeKeepsTheKnownOne() throws {
    types.note(FieldType("DOUBLE_LIST"), of: "f", in: "T")
    #expect(read(["value": [1, 2], "type": "LIST"]) == [1, 2])
    #expect(try written([1, 2])?["type"] == "DOUBLE_LIST")
    #expect(read(["value": ["a"], "type": "LIST"], "other") == ["a"])
    #expect(try written(["a"], "other")?["type"] == "STRING_LIST")
  }

  @Test func unknownTypesAreKeptAndNotWritten() throws {
    let value: JSONValue = ["some": "thing"]
    #expect(read(["value": value, "type": "ENCRYPTED_BYTES"]) == value)
    #expect(throws: FieldWriter.Refusal.self) { try written(value) }
    let columns = types.columns(of: [Record(id: "r", values: ["f": value])], in: "T")
    #expect(columns == [RemoteColumn("f", .json, remoteType: "ENCRYPTED_BYTES")])
  }

  @Test func encryptedFieldsStayEncrypted() throws {
    #expect(read(["value": "a", "type": "STRING", "isEncrypted": true]) == "a")
    #expect(try written("b")?["isEncrypted"] == true)
    let again = FieldTypes(declared: [:])
    again.learn([RemoteColumn("f", .text, remoteType: "STRING encrypted")], of: "T")
    #expect(again.type(of: "f", in: "T") == FieldType("STRING", isEncrypted: true))
  }

  @Test(arguments: [
    ("INT64", "text" as JSONValue), ("TIMESTAMP", "no date"), ("BYTES", "no base 64!"),
    ("DOUBLE", true), ("REFERENCE", "a"), ("STRING", 1), ("STRING_LIST", "a"), ("INT64", 1.5),
  ])
  func valueThatDoesNotFitIsRefusedHere(type: String, value: JSONValue) {
    types.note(FieldType(type), of: "f", in: "T")
    #expect(throws: FieldWriter.Refusal.self) { try written(value) }
  }

  @Test func fieldsNamedLikeSystemColumnsHaveColumnsOfTheirOwn() throws {
    #expect(FieldName.column("version") == "version (field)")
    #expect(FieldName.field("version (field)") == "version")
    #expect(FieldName.column("title") == "title")
    #expect(FieldName.field(FieldName.column("version (field)")) == "version (field)")
  }

  @Test func fileThatWasReadIsNotWrittenBack() throws {
    let field: JSONObject = [
      "type": "ASSETID",
      "value": ["fileChecksum": "c", "size": 3, "downloadURL": "https://secret.example"],
    ]
    let stored = read(field)
    #expect(stored["downloadURL"] == nil)
    #expect(stored["recordName"] == "r")
    #expect(try written(stored) == nil)
    let uploaded: JSONValue = ["fileChecksum": "c", "size": 3, "receipt": "r", "wrappingKey": "w"]
    #expect(try written(uploaded) == ["value": uploaded, "type": "ASSETID"])
    #expect(try written(.null) == ["value": .null])
  }

  @Test func allTypesGoToTheServerAndComeBack() async throws {
    let declared: UTF8Dictionary<UTF8Dictionary<FieldType>> = [
      "Note": [
        "done": .boolean, "ratio": FieldType("DOUBLE"), "at": FieldType("TIMESTAMP"),
        "raw": FieldType("BYTES"),
      ]
    ]
    let values: JSONObject = [
      "title": "milk “½”", "count": 9_007_199_254_740_993, "ratio": 2, "done": true,
      "at": "2025-05-23T11:30:12.348Z", "raw": "aGVsbG8=", "tags": ["a", "b"],
      "place": ["latitude": 52.5, "longitude": 13.4],
      "parent": ["recordName": "p", "action": "NONE"],
    ]
    try await withCloudKit(fields: declared) { fixture in
      try await fixture.options(["numbersAsStrings": true, "typeless": true])
      let id = try await fixture.store.table("Note").insert(values)
      let report = try await fixture.store.push()
      let errors = try await fixture.store.errors()
      #expect(report.succeeded == 1, "\(errors)")
      let row = try #require(try await fixture.store.table("Note").read(id: id))
      #expect(row.values["count"] == 9_007_199_254_740_993)
      // Another store that starts from nothing, and knows the same of the fields.
      let other = try await SyncContext(
        path: fixture.directory.file("other.sqlite"), remote: fixture.remote,
        settings: StoreSettings(tables: [TableSettings(name: "Note")]))
      _ = try await other.pull()
      let pulled = try #require(try await other.table("Note").read(id: id))
      for (name, value) in values {
        #expect(pulled.values[name] == value, "\(name)")
        #expect(row.values[name] == value, "\(name)")
      }
      let columns = try await other.columns(of: "Note")
      #expect(columns.first { $0.name == "at" }?.type == .date)
      #expect(columns.first { $0.name == "done" }?.type == .boolean)
    }
  }
}
