/// Turns template files into what ctemplate is given, and refuses what could be unsafe.
///
/// - Includes `{{>folder/name}}` are replaced by the text of that file, so that the escaping of an
///   included text is decided by the place where it is included.
/// - Every text marker is given the escaping that keeps white space (ctemplate's own choice turns a
///   line break into a blank, which would change what a form sends back), except in attributes that
///   hold a URL, where ctemplate's check of the scheme stays.
struct TemplateSource {
  /// A text and the marker behind it; none at the end of the file.
  private struct Piece {
    let text: Substring
    let marker: TemplateMarker?
  }

  private let files: [String: String]
  /// By template: most are included by many, and taken apart once.
  private var known: [String: [Piece]] = [:]
  private static let depthMax = 10

  /// - Parameter files: Texts by template name.
  init(_ files: [String: String]) { self.files = files }

  /// The text for ctemplate, and the names it uses.
  mutating func prepared(
    _ name: String
  ) throws(TemplateError) -> (text: String, markers: TemplateMarkers) {
    var position = HTMLPosition()
    var markers = TemplateMarkers()
    var output = "{{%AUTOESCAPE context=\"HTML\"}}"
    try expand(name, depth: 0, &position, &markers, into: &output)
    return (output, markers)
  }

  private mutating func expand(
    _ name: String, depth: Int, _ position: inout HTMLPosition, _ markers: inout TemplateMarkers,
    into output: inout String
  ) throws(TemplateError) {
    let file = "\(name).tpl"
    let pieces = try taken(apart: name, file)
    guard depth < Self.depthMax else { throw .broken(file: file, reason: "it includes itself") }
    var open: [String] = []
    for piece in pieces {
      if let reason = position.advance(over: piece.text.utf8) {
        throw .broken(file: file, reason: reason)
      }
      output += piece.text
      switch piece.marker {
      case .comment, nil: continue
      case .include(let included):
        try expand(included, depth: depth + 1, &position, &markers, into: &output)
      case .open(let section):
        open.append(section)
        markers.sections.insert(section)
        output += "{{#\(section)}}"
      case .close(let section):
        guard open.popLast() == section else {
          throw .broken(file: file, reason: "{{/\(section)}} closes a section that is not open")
        }
        output += "{{/\(section)}}"
      case .text(let text):
        markers.texts.insert(text)
        output += "{{\(text)\(try modifier(for: text, at: position, file))}}"
      }
    }
    if let section = open.last {
      throw .broken(file: file, reason: "the section {{#\(section)}} is never closed")
    }
  }

  private mutating func taken(apart name: String, _ file: String) throws(TemplateError) -> [Piece] {
    if let pieces = known[name] { return pieces }
    guard let source = files[name] else {
      throw .broken(file: file, reason: "it is included, but there is no such file")
    }
    var pieces: [Piece] = []
    var rest = source[...]
    var isOver = false
    while !isOver {
      let piece = try nextPiece(&rest, file)
      pieces.append(piece)
      isOver = piece.marker == nil
    }
    known[name] = pieces
    return pieces
  }

  /// The text up to the next marker, and the marker.
  private func nextPiece(_ rest: inout Substring, _ file: String) throws(TemplateError) -> Piece {
    let braces = firstPair(of: "{", in: rest)
    let text = rest[..<(braces ?? rest.endIndex)]
    guard firstPair(of: "}", in: text) == nil else {
      throw .broken(file: file, reason: "}} without {{ before it")
    }
    guard let braces else { return Piece(text: text, marker: nil) }
    rest = rest[braces...].dropFirst(2)
    guard let end = firstPair(of: "}", in: rest) else {
      throw .broken(file: file, reason: "{{ is never closed")
    }
    let content = rest[..<end]
    rest = rest[end...].dropFirst(2)
    do {
      return Piece(text: text, marker: try TemplateMarker(content))
    } catch {
      throw .broken(file: file, reason: error.reason)
    }
  }

  private func modifier(
    for name: String, at position: HTMLPosition, _ file: String
  ) throws(TemplateError) -> String {
    switch position.place {
    case .text: return ":p"
    case .attribute("href"), .attribute("src"), .attribute("action"): return ""
    case .attribute("formaction"): return ":U=html"
    case .attribute: return ":p"
    case .tag, .unquoted:
      throw .broken(
        file: file, reason: "{{\(name)}} stands in a tag outside of a quoted attribute value")
    }
  }

  /// Where `brace`, an ASCII character, stands twice.
  private func firstPair(of brace: Unicode.Scalar, in text: Substring) -> Substring.Index? {
    let byte = UInt8(ascii: brace)
    var rest = text.utf8
    while let first = rest.firstIndex(of: byte) {
      rest = rest[first...].dropFirst()
      if rest.first == byte { return first }
    }
    return nil
  }
}
