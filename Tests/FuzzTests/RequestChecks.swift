import Support

@testable import Console
@testable import HTTPKit

/// What is read of an address or a form is written and read again as the same.
func checkAddress(_ bytes: [UInt8]) throws {
  let text = String(decoding: bytes, as: UTF8.self)
  if let items = QueryItems(decoding: text) {
    try require(QueryItems(decoding: items.encoded) == items, "\(items) is written as another")
  }
  let segment = PercentEncoding.encodeSegment(text)
  // No name has a NUL.
  let decoded = PercentEncoding.decode(segment)
  try require(decoded == (text.contains("\0") ? nil : text), "\(segment) is another segment")
  for value in HTTPRequest(.get, "/", headers: ["Cookie": text]).cookies("a") {
    let isThere = Array(text.utf8).firstRange(of: Array(value.utf8)) != nil
    try require(isThere, "The cookie \(value) is not in \(text)")
  }
}

/// The parts of a form are the same wherever its pieces end, and lie in it one after the other.
func checkMultipart(_ bytes: [UInt8]) throws {
  var whole = MultipartScanner(boundary: "b")
  bytes.withUnsafeBytes { whole.feed($0) }
  var pieces = MultipartScanner(boundary: "b")
  for byte in bytes { withUnsafeBytes(of: byte) { pieces.feed($0) } }
  try require(whole.isWhole == pieces.isWhole, "Its end depends on its pieces.")
  guard whole.isWhole else { return }
  try require(whole.parts == pieces.parts, "Its parts depend on its pieces.")
  var end = 0
  for part in whole.parts {
    try require(
      part.range.lowerBound >= end && part.range.upperBound <= bytes.count,
      "\(part.name) lies at \(part.range)")
    end = part.range.upperBound
  }
}

/// The events of a stream are the same wherever its pieces end.
func checkEvents(_ bytes: [UInt8]) throws {
  var whole = EventStreamParser()
  var pieces = EventStreamParser()
  let events = whole.read(bytes)
  var single: [ServerSentEvent] = []
  for byte in bytes { single += pieces.read([byte]) ?? [] }
  guard let events else { return }
  try require(events == single, "\(events) or \(single), by its pieces")
}

/// A time that is read is written and read again as the same.
func checkDate(_ bytes: [UInt8]) throws {
  let text = String(decoding: bytes, as: UTF8.self)
  if let time = Timestamp(text) {
    try require(Timestamp(time.description) == time, "\(text) is \(time), and that is another time")
  }
  if let time = Timestamp(httpDate: text) {
    try require(Timestamp(httpDate: time.httpDate) == time, "\(text) is \(time.httpDate)")
  }
}

/// A pasted or uploaded table is the same wherever its pieces end.
func checkTable(_ bytes: [UInt8]) throws {
  let whole = outcome(of: bytes, pieceBytes: 256 << 10)
  let pieces = outcome(of: bytes, pieceBytes: 1)
  try require(whole == pieces, "\(whole) or \(pieces), by its pieces")
}

private func outcome(of bytes: [UInt8], pieceBytes: Int) -> [String] {
  var read: [String] = []
  do {
    var source = try ImportSource(.memory(bytes), pieceBytes: pieceBytes)
    while let row = try source.next() { read.append("\(row)") }
    read.append("\(source.columns)")
  } catch {
    read.append(error.sentence)
  }
  return read
}
