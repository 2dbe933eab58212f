import HTTPKit

/// The query options of a list, checked.
struct ListOptions {
  /// The most that a 3.0.0 request may ask for, over all its pages.
  static let topMax = 128_000

  let call: TableCall
  let configuration: TableServiceConfiguration

  func filter() throws(ServiceError) -> Expression? {
    guard let text = try option("$filter") else { return nil }
    do {
      return try Parser.filter(text, call.version)
    } catch {
      throw error.serviceError(in: "$filter")
    }
  }

  func order() throws(ServiceError) -> [OrderTerm] {
    guard let text = try option("$orderby") else { return [] }
    do {
      return try Parser.order(text, call.version)
    } catch {
      throw error.serviceError(in: "$orderby")
    }
  }

  /// The columns to show; nil for all.
  func columns() throws(ServiceError) -> [String]? {
    if try option("$select") == nil, call.query["$select"] != nil {
      throw .badQuery("$select has no column. Name at least one, or leave $select out.")
    }
    guard let text = try option("$select"), text != "*" else { return nil }
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.filter { !$0.isWhitespace }
      guard Name.isValid(name) else {
        throw .badQuery("$select has \(part), which is not a column name.")
      }
      names.append(name)
    }
    return names
  }

  func counts() throws(ServiceError) -> Bool {
    switch call.version {
    case .v2: return try option("$inlinecount") == "allpages"
    case .v3:
      switch try option("$count") {
      case "true": return true
      case nil, "false": return false
      case let value?: throw .badQuery("$count must be true or false, not \(value).")
      }
    }
  }

  /// True when only some of the rows that match are meant.
  func limitsRows() throws(ServiceError) -> Bool {
    let (top, skip) = (try option("$top"), try option("$skip"))
    return top != nil || skip != nil
  }

  func skip() throws(ServiceError) -> Int { try number("$skip") ?? 0 }

  /// The rows that the request wants in all; nil when it does not say.
  func top() throws(ServiceError) -> Int? {
    guard let top = try number("$top") else { return nil }
    switch call.version {
    case .v2:
      let max = configuration.maxTop(of: call.table)
      if max > 0, top > max {
        throw .badQuery("$top must be at most \(max), not \(top). Use $skip for the rest.")
      }
      return top == 0 ? nil : top  // The Azure servers take 0 for the default page.
    case .v3:
      guard top <= Self.topMax else {
        throw .badQuery("$top must be at most \(Self.topMax), not \(top).")
      }
      return top
    }
  }

  /// Options that version 3.0.0 knows and this service does not answer must not be passed over: the
  /// client would take what comes for what it asked for.
  func refuseUnknown() throws(ServiceError) {
    guard call.version == .v3 else { return }
    let known = ["$filter", "$orderby", "$top", "$skip", "$select", "$count", "$inlinecount"]
    for item in call.query.items where item.name.hasPrefix("$") && !known.contains(item.name) {
      throw .badQuery("The option \(item.name) is not supported.")
    }
  }

  private func number(_ name: String) throws(ServiceError) -> Int? {
    guard let text = try option(name) else { return nil }
    guard let number = Int(text), number >= 0, !text.hasPrefix("+") else {
      throw .badQuery("\(name) is a whole number from 0 on, not \(text).")
    }
    return number
  }

  /// The option's value; nil when it is missing or blank.
  private func option(_ name: String) throws(ServiceError) -> String? {
    let values = call.query.values(name)
    guard values.count < 2 else { throw .badQuery("\(name) is given more than once.") }
    guard let value = values.first, !value.allSatisfy(\.isWhitespace) else { return nil }
    return value
  }
}
