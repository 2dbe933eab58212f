import HTTPClient

extension SimulatedWire {
  /// Address and body, with the history's names for ids that differ from run to run.
  func text(of request: ClientRequest) -> String {
    let text = "\(request.url) \(String(decoding: request.body ?? [], as: UTF8.self))"
    guard service.assignsIDs else { return text }
    let log = service.log
    let parts = text.split(separator: #/[\/" ]/#, omittingEmptySubsequences: false)
    let ids = Set(parts.filter { $0.utf8.count == 36 })
    return ids.reduce(text) { text, id in text.replacing(id, with: log.rowID(String(id))) }
  }
}

extension HistoryPlan {
  /// The fault as it can happen to this request; nil where nobody could tell what it did.
  ///
  /// A Parse Server takes every write as it comes. One that arrives after the client gave up, or
  /// twice, can't be told from a new one, unless the server remembers the ids of requests, which it
  /// does for single inserts.
  func possible(_ fault: WireFault, for request: ClientRequest) -> WireFault? {
    if kind == .cloudkit {
      // The answer to a question for changes does not name the token that it is the answer to.
      return fault == .otherJSON && request.kind == "changes/zone" ? nil : fault
    }
    guard kind == .parse else { return fault }
    let isRemembered = request.kind == "POST table" && parse.remembersRequests
    let inserts = request.kind == "POST table" || request.kind == "POST batch"
    switch fault {
    case .lateArrival where request.isWrite: return isRemembered ? fault : .lostRequest
    case .duplicated where inserts && request.isWrite: return isRemembered ? fault : nil
    // The answer to a query or to an update does not name what it is the answer to.
    case .otherJSON:
      return request.kind == "GET row" || request.kind == "POST table" && request.isWrite
        ? fault : nil
    default: return fault
    }
  }
}
