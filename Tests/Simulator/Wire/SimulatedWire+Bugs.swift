import HTTPClient
import HTTPKit
import JSONKit
import Support

/// The bugs between the client and the service.
extension SimulatedWire {
  /// Performs the request as the planted bug does; as it is where there is none.
  func performWithBug(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    let reads = state.withLock { $0.reads }
    guard let bug = plan.bug else {
      return try await service.perform(request, by: client, after: reads)
    }
    var request = request
    switch bug {
    case .ifMatchDropped: request.headers["If-Match"] = nil
    case .ifMatchOfDeleteDropped where request.method == .delete:
      request.headers["If-Match"] = nil
    case .ifMatchRefreshed where request.headers["If-Match"] != nil:
      let read = ClientRequest(
        .get, request.url + "?__includeDeleted=true", headers: request.headers.withoutIfMatch)
      request.headers["If-Match"] = try await service.perform(read, by: client, after: reads)
        .headers["ETag"]
    case .updatesReordered where request.method == .patch && request.url.hasSuffix("1"):
      state.withLock { $0.late.append((request, $0.reads)) }
      return request.accepted
    case .updateRepeatedLater where request.method == .patch:
      var repeated = request
      repeated.headers["If-Match"] = nil
      state.withLock { [repeated] in $0.late.append((repeated, $0.reads)) }
    case .changeTagDropped where request.kind == "records/modify": request.forceUpdates()
    case .batchCutShort where request.isBatch:
      return try await performCutShort(request, after: reads)
    default: break
    }
    let response = try await service.perform(request, by: client, after: reads)
    return bug.changed(response, to: request)
  }

  private func performCutShort(
    _ request: ClientRequest, after reads: [String: Int]
  ) async throws(HTTPClientError) -> ClientResponse {
    let parts = request.json?["requests"]?.array ?? []
    var short = request
    short.body = JSONValue.object(["requests": .array(parts.dropLast())]).serialized
    var response = try await service.perform(short, by: client, after: reads)
    let last: JSONValue = [
      "id": parts.last?["id"] ?? .null, "status": 200,
      "body": ClientRequest(
        .patch, parts.last?["url"]?.string ?? "", body: parts.last?["body"]?.serialized
      )
      .acceptedRow,
    ]
    let responses = (response.json?["responses"]?.array ?? []) + [last]
    response.body = JSONValue.object(["responses": .array(responses)]).serialized
    return response
  }
}

extension PlantedBug {
  /// A response that nobody sent, in the place of a fault.
  func fakeResponse(to request: ClientRequest, _ fault: WireFault?) -> ClientResponse? {
    guard request.method != .get, !request.isBatch, !request.url.contains("$digest") else {
      return nil
    }
    switch (self, fault) {
    case (.lostRequestAccepted, .lostRequest?), (.failureAccepted, .failsBefore500?),
      (.failureAccepted, .badGateway502?), (.failureAccepted, .busyBefore503?):
      return request.accepted
    default: return nil
    }
  }

  /// What the adapter sends again by itself when the answer to `request` is lost.
  func resent(_ request: ClientRequest) -> ClientRequest? {
    guard self == .insertResentBlindly, request.kind == "POST table", request.isWrite else {
      return nil
    }
    var resent = request
    resent.headers["X-Parse-Request-Id"] = nil
    return resent
  }

  fileprivate func changed(_ response: ClientResponse, to request: ClientRequest) -> ClientResponse
  {
    var changed = response
    switch (self, response.status) {
    case (.staleVersionAccepted, 412), (.takenIDAccepted, 409), (.missingRowAccepted, 404):
      return request.method == .get ? response : request.accepted
    case (.lastRowOfPageLost, 200): changed.keepRows { rows in rows.dropLast().map(\.self) }
    case (.feedRemovalsLost, 200) where request.kind == "changes/zone":
      changed.dropRemovals()
    case (.tombstonesLost, 200):
      changed.keepRows { rows in rows.filter { $0["deleted"]?.bool != true } }
    case (.batchResponsesSwapped, 200) where request.isBatch:
      let bodies = response.json?["responses"]?.array ?? []
      let swapped = bodies.indices.map { index -> JSONValue in
        var part = bodies[bodies.count - 1 - index].object ?? JSONObject()
        part["id"] = bodies[index]["id"]
        return .object(part)
      }
      changed.body = JSONValue.object(["responses": .array(swapped)]).serialized
    default: break
    }
    return changed
  }
}

extension ClientResponse {
  fileprivate var json: JSONValue? { try? JSONValue(parsing: body) }

  /// Takes the deleted records out of a page of a feed.
  fileprivate mutating func dropRemovals() {
    guard var page = json?.object, var zone = page["zones"]?.array?.first?.object else { return }
    let records = zone["records"]?.array ?? []
    zone["records"] = .array(records.filter { $0["deleted"]?.bool != true })
    page["zones"] = [.object(zone)]
    body = JSONValue.object(page).serialized
  }

  /// Replaces the rows of a page.
  fileprivate mutating func keepRows(_ change: ([JSONValue]) -> [JSONValue]) {
    switch json {
    case .array(let rows)?: body = JSONValue.array(change(rows)).serialized
    case .object(var page)?:
      for name in ["items", "results", "value"] {
        if let rows = page[name]?.array { page[name] = .array(change(rows)) }
      }
      body = JSONValue.object(page).serialized
    default: break
    }
  }
}

extension ClientRequest {
  fileprivate var json: JSONValue? { body.flatMap { try? JSONValue(parsing: $0) } }

  /// Writes records whatever their change tags are.
  fileprivate mutating func forceUpdates() {
    guard var all = json?.object else { return }
    let operations = all["operations"]?.array ?? []
    all["operations"] = .array(
      operations.map { operation in
        guard var forced = operation.object, operation["operationType"] == "update" else {
          return operation
        }
        forced["operationType"] = "forceUpdate"
        return .object(forced)
      })
    body = JSONValue.object(all).serialized
  }
  fileprivate var isBatch: Bool { url.hasSuffix("/$batch") }

  /// What the service would answer if it had made the change.
  fileprivate var accepted: ClientResponse {
    method == .delete
      ? ClientResponse(204)
      : ClientResponse(
        method == .post ? 201 : 200, headers: ["ETag": "\"AAAAAAAAD/8=\""],
        body: acceptedRow.serialized)
  }

  fileprivate var acceptedRow: JSONValue {
    var row = json?.object ?? JSONObject()
    row["id"] = row["id"] ?? .string(String(url.split(separator: "/").last ?? ""))
    row["version"] = "AAAAAAAAD/8="
    row["updatedAt"] = "2023-11-14T22:13:20.000Z"
    row["deleted"] = false
    return .object(row)
  }
}

extension HTTPHeaders {
  fileprivate var withoutIfMatch: HTTPHeaders {
    var headers = self
    headers["If-Match"] = nil
    return headers
  }
}
