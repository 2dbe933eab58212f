import HTTPClient
import HTTPKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

@Suite struct MeaningTests {
  private let client = RemoteClient.test(ScriptedTransport(200))

  @Test(arguments: [
    (304, ResponseMeaning.notModified), (302, .redirected), (401, .unauthorized), (404, .notFound),
    (410, .notFound), (409, .conflict), (412, .conflict), (413, .tooLarge), (429, .throttled),
    (408, .serverFailed), (500, .serverFailed), (502, .serverFailed), (503, .serverFailed),
    (400, .rejected), (403, .rejected), (405, .rejected), (415, .rejected), (428, .rejected),
  ])
  func aStatusHasOneMeaning(_ status: Int, _ meaning: ResponseMeaning) {
    #expect(client.meaning(of: RemoteResponse(status)) == meaning)
  }

  @Test func aCodeInTheBodyCountsForMoreThanTheStatus() {
    let gone = RemoteResponse(400, #"{"code":"gone"}"#)
    #expect(client.meaning(of: gone) == .notFound)
    #expect(client.meaning(of: RemoteResponse(503, "", ["Retry-After": "1"])) == .throttled)
    #expect(client.meaning(of: RemoteResponse(503, #"{"wait":1}"#)) == .throttled)
  }

  @Test func readsAreToldApart() {
    func error(_ status: Int, _ headers: HTTPHeaders = [:]) -> RemoteError {
      client.error(RemoteResponse(status, #"{"error":"why"}"#, headers), "table x")
    }
    #expect(error(401) == .unauthorized(host: "host.test:8081", detail: "why"))
    #expect(error(429) == .throttled(retryAfterSeconds: nil))
    #expect(error(503, ["Retry-After": "3"]) == .throttled(retryAfterSeconds: 3))
    #expect(error(500) == .serverFailed(status: 500, detail: "why"))
    #expect(error(408).isTransient && !error(400).isTransient)
    #expect(error(400) == .rejected(status: 400, detail: "why"))
    #expect(error(404) == .notFound(status: 404, detail: "why"))
    #expect(error(413) == .tooLarge(status: 413, detail: "why"))
    #expect(
      error(302)
        == .redirected(
          status: 302,
          detail: "host.test:8081 sends requests on to another address; check the remote’s URL."))
    #expect(
      "\(client.error(RemoteResponse(500), "table x"))"
        == "The server answered 500: It gives no reason (table x).")
  }

  @Test(arguments: [
    (401, SendOutcome.unauthorized), (429, .throttled(retryAfterSeconds: nil)), (500, .failed),
    (408, .failed), (400, .refused), (404, .refused), (409, .refused), (413, .refused),
  ])
  func writesAreToldApart(_ status: Int, _ outcome: SendOutcome) {
    #expect(client.outcome(of: RemoteResponse(status)) == outcome)
  }

  @Test func aRedirectAndACacheAreNoRefusals() {
    guard case .elsewhere = client.outcome(of: RemoteResponse(302)),
      case .unknown = client.outcome(of: RemoteResponse(304))
    else {
      Issue.record("they passed for answers of the server")
      return
    }
  }

  /// "Too many requests" is said before any work, and what answers 500 is the server itself.
  @Test(arguments: [(429, true), (503, false), (500, true), (502, false), (408, false)])
  func aServerMayStillBeAtWork(_ status: Int, _ isFinished: Bool) {
    let response = RemoteResponse(status, "", ["Retry-After": "1"])
    #expect(client.result(client.outcome(of: response), response).isFinished == isFinished)
    #expect(!client.result(.unknown("lost"), response).isFinished)
  }

  // MARK: Retry-After

  @Test func theWaitIsReadInEitherForm() {
    func wait(_ headers: HTTPHeaders) -> Double? {
      client.retryAfter(RemoteResponse(429, "", headers))
    }
    #expect(wait([:]) == nil)
    #expect(wait(["Retry-After": "7"]) == 7)
    #expect(wait(["Retry-After": "0"]) == 0)
    #expect(
      wait([
        "Retry-After": "Mon, 08 May 2017 07:07:31 GMT", "Date": "Mon, 08 May 2017 07:07:01 GMT",
      ]) == 30)
    // Without the server's clock ours counts, and a moment gone by means now.
    #expect(wait(["Retry-After": "Mon, 08 May 2017 07:07:31 GMT"]) == 0)
    let told = RemoteResponse(429, #"{"wait":5}"#, ["Retry-After": "7"])
    #expect(client.retryAfter(told) == 5)
  }

  @Test(arguments: [
    ("999999999999", 86_400.0), ("9.1e15", 86_400), ("99999999999999999999", 86_400),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400), ("-5", 0), ("nan", nil), ("inf", nil),
    ("1e400", nil), ("soon", nil),
  ])
  func aWaitThatNobodyMeansIsBounded(field: String, seconds: Double?) {
    #expect(client.retryAfter(RemoteResponse(429, "", ["Retry-After": field])) == seconds)
  }
}
