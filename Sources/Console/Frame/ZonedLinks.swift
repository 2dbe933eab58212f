import HTTPKit
import Zones

/// Lets every link and form of a page keep the time zone that its address asks for.
///
/// Done once, on the finished page, so that no page and no link can forget it. A page whose address
/// asks for no zone is left alone.
struct ZonedLinks {
  private let item: [UInt8]
  private let hidden: [UInt8]
  /// Behind `action=` of a form that changes something: also the zone in which it was filled.
  private let sent: [UInt8]
  private let home: [UInt8]
  private let files: [UInt8]

  /// Nil where links have nothing to keep.
  init?(_ zone: PageZone) {
    guard let asked = zone.asked else { return nil }
    let value = PercentEncoding.encodeQuery(asked)
    item = Array("\(PageZone.parameter)=\(value)".utf8)
    // Names of zones hold nothing that HTML would read as its own.
    hidden = Array(
      "<input type=\"hidden\" name=\"\(PageZone.parameter)\" value=\"\(asked)\">".utf8)
    sent =
      item
      + Array(
        "&amp;\(PageZone.typedParameter)=\(PercentEncoding.encodeQuery(zone.typed.name))".utf8)
    home = Array(Links.stores.utf8)
    files = Array(Links.below(StaticFiles.prefix).utf8)
  }

  /// The address that a redirect leads to.
  func redirect(_ location: String) -> String {
    guard isOwnPath(location) else { return location }
    let path = Array(location.utf8)
    guard leadsToAPage(path[...]) else { return location }
    return String(decoding: added(item, to: path[...], joint: "&"), as: UTF8.self)
  }

  /// The page with the zone in every link and form that stays on the console.
  func page(_ html: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(html.count + html.count / 8)
    var rest = html[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      output += rest[..<start]
      let end = tagEnd(rest[start...])
      append(rest[start..<end], to: &output)
      rest = rest[end...]
    }
    return output + rest
  }

  /// Behind the `>` of the tag that begins here; quoted values may hold one.
  private func tagEnd(_ text: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    for index in text.indices {
      if text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if text[index] == UInt8(ascii: ">"), !isQuoted { return index + 1 }
    }
    return text.endIndex
  }

  private func append(_ tag: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let isForm = tag.starts(with: Self.form)
    let isPost = isForm && tag.firstRange(of: Self.post) != nil
    if isForm, !isPost {
      // A browser drops the query of the address to which it sends such a form.
      output += tag
      output += hidden
    } else if isPost {
      append(tag, Self.action, sent, to: &output)
    } else if tag.starts(with: Self.button) {
      append(tag, Self.formAction, sent, to: &output)
    } else if tag.starts(with: Self.anchor) {
      append(tag, Self.href, item, to: &output)
    } else {
      output += tag
    }
  }

  private func append(
    _ tag: ArraySlice<UInt8>, _ attribute: [UInt8], _ addition: [UInt8], to output: inout [UInt8]
  ) {
    guard let name = tag.firstRange(of: attribute),
      let end = tag[name.upperBound...].firstIndex(of: UInt8(ascii: "\""))
    else {
      output += tag
      return
    }
    let address = tag[name.upperBound..<end]
    output += tag[..<name.upperBound]
    output += leadsToAPage(address) ? added(addition, to: address, joint: "&amp;") : Array(address)
    output += tag[end...]
  }

  private func leadsToAPage(_ address: ArraySlice<UInt8>) -> Bool {
    address.starts(with: home) && !address.starts(with: files)
      && !address.starts(with: Self.foreign)
  }

  /// The address with `addition` in its query, unless it names a zone already.
  private func added(
    _ addition: [UInt8], to address: ArraySlice<UInt8>, joint: String
  ) -> [UInt8] {
    let mark = address.firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex
    let (path, fragment) = (address[..<mark], address[mark...])
    guard let query = path.firstIndex(of: UInt8(ascii: "?")) else {
      return path + [UInt8(ascii: "?")] + addition + fragment
    }
    let name = Array("\(PageZone.parameter)=".utf8)
    let isNamed = path[(query + 1)...].split(separator: UInt8(ascii: "&")).contains { part in
      part.starts(with: name) || part.starts(with: Array("amp;".utf8) + name)
    }
    return isNamed ? Array(address) : path + Array(joint.utf8) + addition + fragment
  }

  private static let form = Array("<form".utf8)
  private static let post = Array("method=\"post\"".utf8)
  private static let button = Array("<button".utf8)
  private static let anchor = Array("<a ".utf8)
  private static let action = Array(" action=\"".utf8)
  private static let formAction = Array(" formaction=\"".utf8)
  private static let href = Array(" href=\"".utf8)
  private static let foreign = Array("//".utf8)
}
