import HTTPKit
import JSONKit
import Support
import Zones

/// A list as a file.
enum ListFile: String, Sendable {
  case csv, ndjson

  private var type: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .ndjson: "application/x-ndjson; charset=utf-8"
    }
  }

  /// Sends the parts while they are read.
  func response(
    _ parts: any AsyncSequence<[UInt8], any Error> & Sendable, name: String
  ) -> HTTPResponse {
    response(.stream(parts), name: name)
  }

  func response(_ body: HTTPResponse.Body, name: String) -> HTTPResponse {
    // Letters and digits only, so that the field can hold any table's name.
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return HTTPResponse(
      200,
      headers: [
        "Content-Type": type,
        "Content-Disposition": "attachment; filename=\"\(String(safe)).\(rawValue)\"",
      ], body: body)
  }
}

/// All objects of a list as a file, read part by part while it is sent.
struct ObjectExport<Place: Sendable>: AsyncSequence, Sendable {
  /// Some of the objects, and where those behind them are read; nil at the end.
  typealias Part = (objects: [JSONValue], next: Place?)

  let file: ListFile
  /// The members that are the columns of a CSV.
  let columns: [String]
  /// The members that hold times.
  var times: [String] = []
  /// The zone of the times; nil leaves them as they are.
  let zone = PageZone.current.forFiles
  /// Kept until the last part was read.
  let slot: ConcurrencyLimiter.Slot
  /// Reads the part at a place; nil for the first.
  let read: @Sendable (Place?) async throws -> Part

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let export: ObjectExport
    fileprivate var place: Place?
    fileprivate var isFirst = true
    fileprivate var isOver = false

    mutating func next() async throws -> [UInt8]? {
      guard !isOver else {
        export.slot.release()
        return nil
      }
      let part = try await export.read(place)
      var bytes = isFirst && export.file == .csv ? export.head : []
      isFirst = false
      for object in part.objects { bytes += export.line(object) }
      place = part.next
      isOver = part.next == nil
      return bytes
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(export: self) }

  private var head: [UInt8] { CSVWriter().line(columns.map { .string($0) }) }

  private func line(_ object: JSONValue) -> [UInt8] {
    let object = inZone(object)
    return switch file {
    case .csv: CSVWriter().line(columns.map { object[$0] ?? .null })
    case .ndjson: object.serialized + [0x0a]
    }
  }

  private func inZone(_ value: JSONValue) -> JSONValue {
    guard let zone, var object = value.object else { return value }
    for name in times { object[name] = object[name].map { $0.inZone(zone) } }
    return .object(object)
  }
}

extension JSONValue {
  /// A time with what clocks show in `zone`, and its distance from UTC; anything else, and a time
  /// that is to be in UTC, as it is.
  func inZone(_ zone: Zone) -> JSONValue {
    guard case .string(let text) = self, let moment = Timestamp(text),
      let shown = Format.precise(moment, in: zone)
    else { return self }
    return .string(shown)
  }
}
