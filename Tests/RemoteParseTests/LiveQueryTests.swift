import JSONKit
import Support
import SyncCore
import Testing

@testable import RemoteParse

@Suite struct LiveQueryTests {
  private let heard = Locked<[ServerChange]>([])

  private func session(
    _ tables: [String] = ["Movie", "Actor"], master: String? = "m", session: String? = nil
  ) throws -> LiveQuerySession {
    let configuration = try ParseConfiguration(
      url: "https://h/parse", applicationID: "app", masterKey: master, restKey: "r",
      sessionToken: session)
    return LiveQuerySession(configuration, host: "h", tables: tables) { change in
      self.heard.withLock { $0.append(change) }
    }
  }

  @Test func itConnectsWithTheKeysAndSubscribesToEveryClass() throws {
    let live = try session(master: nil, session: "s")
    #expect(
      try JSONValue(parsing: Array(live.greeting.utf8)) == [
        "op": "connect", "applicationId": "app", "restAPIKey": "r", "sessionToken": "s",
      ])
    let answers = live.answer(to: #"{"op":"connected","clientId":"c"}"#) ?? []
    #expect(
      try answers.map { try JSONValue(parsing: Array($0.utf8)) } == [
        [
          "op": "subscribe", "requestId": 1, "query": ["className": "Movie", "where": [:]],
          "sessionToken": "s",
        ],
        [
          "op": "subscribe", "requestId": 2, "query": ["className": "Actor", "where": [:]],
          "sessionToken": "s",
        ],
      ])
  }

  @Test func itListensOnceEverySubscriptionIsAnswered() throws {
    let live = try session()
    _ = live.answer(to: #"{"op":"connected"}"#)
    _ = live.answer(to: #"{"op":"subscribed","requestId":1}"#)
    #expect(heard.withLock { $0.isEmpty })
    // A class that may not be heard leaves the others.
    #expect(live.answer(to: #"{"op":"error","code":1,"error":"no","requestId":2}"#) == [])
    #expect(heard.withLock { $0 } == [.tables([])])
    let alone = try session([])
    _ = alone.answer(to: #"{"op":"connected"}"#)
    #expect(heard.withLock { $0.count } == 2)
  }

  @Test(arguments: ["create", "enter", "update", "leave"])
  func eventsNameTheirClass(_ event: String) throws {
    let live = try session()
    _ = live.answer(
      to: #"{"op":"\#(event)","requestId":1,"object":{"className":"Movie","objectId":"a"}}"#)
    #expect(heard.withLock { $0 } == [.tables(["Movie"])])
  }

  @Test func aDeletionNamesItsRow() throws {
    let live = try session()
    _ = live.answer(to: #"{"op":"delete","object":{"className":"Movie","objectId":"a"}}"#)
    #expect(heard.withLock { $0 } == [.removed(Removal(id: "a", table: "Movie"))])
  }

  @Test func aRefusedKeyEndsTheConnectionAndSaysSo() throws {
    let live = try session()
    #expect(
      live.answer(to: #"{"op":"error","code":4,"error":"Key in request is not valid"}"#) == nil)
    #expect(
      live.failure
        == .unauthorized(host: "h", detail: "LiveQuery: Key in request is not valid"))
  }

  @Test func whatMakesNoSenseIsLeftOut() throws {
    let live = try session()
    for text in ["", "[]", "{}", #"{"op":7}"#, #"{"op":"dance"}"#, #"{"op":"update"}"#] {
      #expect(live.answer(to: text) == [])
    }
    #expect(heard.withLock { $0.isEmpty })
  }

  @Test func theAddressIsTheServersUnlessItIsSet() throws {
    func address(_ url: String) throws -> String {
      try ParseConfiguration(url: url, applicationID: "a", masterKey: "m").liveQueryURL
    }
    #expect(try address("https://h/parse") == "wss://h/parse")
    #expect(try address("http://127.0.0.1:1337/parse") == "ws://127.0.0.1:1337/parse")
  }
}
