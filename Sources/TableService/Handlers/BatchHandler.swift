import HTTPKit
import JSONKit
import Support

/// POST /$batch: many requests in one, answered in order.
///
/// Writes that stand together share commits. A request by itself that fails leaves the others
/// alone; one of an atomicity group takes its group with it.
struct BatchHandler: Sendable {
  static let requestsMax = 1_000

  let storage: any TableStorage
  let writes: WriteRoutes
  /// Answers a request that is not a write.
  let answerAlone: @Sendable (HTTPRequest) async -> HTTPResponse
  /// Turns a failure into the answer that the request would get alone.
  let render: @Sendable (any Error, HTTPRequest) -> HTTPResponse

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let parts = try read(request)
    var run = BatchRun(handler: self)
    for step in try BatchStep.steps(of: parts) { await run.perform(step) }
    await run.flush()
    var json = JSONWriter()
    json.raw("{\"responses\":[")
    for (position, part) in parts.enumerated() {
      if position > 0 { json.raw(",") }
      json.write(part.id, run.responses[part.id] ?? HTTPResponse(424))
    }
    json.raw("]}")
    return .json(json.bytes)
  }

  private func read(_ request: HTTPRequest) throws -> [BatchRequest] {
    guard request.contentType.isEmpty || request.contentType == "application/json" else {
      throw ServiceError.unsupportedMediaType(request.contentType)
    }
    guard let document = try? JSONValue(parsing: request.body),
      let requests = document["requests"]?.array
    else {
      throw ServiceError.badBody("A batch is a JSON object with an array of requests.")
    }
    guard requests.count <= Self.requestsMax else {
      throw ServiceError.badBody(
        "A batch has at most \(Self.requestsMax) requests, not \(requests.count).")
    }
    let parts = try requests.map { try BatchRequest($0, in: request) }
    var known: UTF8Set = []
    for part in parts {
      guard part.dependsOn.allSatisfy({ $0 === part.group || known.contains($0) }),
        known.insert(part.id).inserted
      else {
        throw ServiceError.badBody(
          "The request \(part.id) of the batch depends on none before it, or its id is taken. "
            + "Nothing was done.")
      }
      if let group = part.group { known.insert(group) }
    }
    return parts
  }
}

/// What is done at once: one request, or a group.
enum BatchStep {
  case single(BatchRequest)
  case group(String, [BatchRequest])

  static func steps(of parts: [BatchRequest]) throws -> [BatchStep] {
    var steps: [BatchStep] = []
    var groups: UTF8Set = []
    for part in parts {
      guard let group = part.group else {
        steps.append(.single(part))
        continue
      }
      if case .group(let last, let members)? = steps.last, last === group {
        steps[steps.count - 1] = .group(group, members + [part])
        continue
      }
      guard groups.insert(group).inserted, part.id !== group else {
        throw ServiceError.badBody(
          "The requests of the group \(group) do not stand together. Nothing was done.")
      }
      steps.append(.group(group, [part]))
    }
    return steps
  }
}

/// The state of one batch on its way.
struct BatchRun {
  let handler: BatchHandler
  private(set) var responses: UTF8Dictionary<HTTPResponse> = [:]
  private var failed: UTF8Set = []
  /// Writes that were not sent to the storage yet.
  private var waiting: [(part: BatchRequest, write: PreparedWrite)] = []

  init(handler: BatchHandler) { self.handler = handler }

  mutating func perform(_ step: BatchStep) async {
    switch step {
    case .single(let part):
      if !part.dependsOn.isEmpty { await flush() }
      guard failed.isDisjoint(with: part.dependsOn) else { return skip([part]) }
      do {
        if let write = try prepare(part) {
          waiting.append((part, write))
        } else {
          await flush()
          record(part, await handler.answerAlone(part.request))
        }
      } catch {
        record(part, handler.render(error, part.request))
      }
    case .group(let name, let parts):
      await flush()
      let needed = parts.flatMap(\.dependsOn).filter { id in
        id !== name && !parts.contains { $0.id === id }
      }
      guard failed.isDisjoint(with: needed) else { return skip(parts, group: name) }
      await perform(parts, group: name)
    }
  }

  /// Sends the waiting writes to the storage, in order.
  mutating func flush() async {
    let writes = waiting
    waiting = []
    let results = await handler.storage.write(writes.map(\.write.job))
    for ((part, write), result) in zip(writes, results) {
      record(part, answer(part, write, result))
    }
  }

  private mutating func perform(_ parts: [BatchRequest], group: String) async {
    var writes: [PreparedWrite] = []
    for part in parts {
      do {
        guard let write = try prepare(part) else {
          throw ServiceError.badBody("A group can have writes only, and \(part.id) is not one.")
        }
        writes.append(write)
      } catch {
        return fail(parts, group: group, because: part, handler.render(error, part.request))
      }
    }
    do {
      let outcome = try await handler.storage.write(.group(writes.map(\.job)))
      for ((part, write), outcome) in zip(zip(parts, writes), outcome.parts) {
        record(part, answer(part, write, .success(outcome)))
      }
    } catch let failure as GroupFailure {
      let part = parts[failure.position]
      let response = answer(part, writes[failure.position], failure.result)
      fail(parts, group: group, because: part, response)
    } catch {
      for part in parts { record(part, handler.render(error, part.request)) }
      failed.insert(group)
    }
  }

  private func prepare(_ part: BatchRequest) throws -> PreparedWrite? {
    try handler.writes.prepare(part.request)
  }

  private func answer(
    _ part: BatchRequest, _ write: PreparedWrite, _ result: Result<WriteOutcome, any Error>
  ) -> HTTPResponse {
    do {
      return try write.answer(result.get())
    } catch {
      return handler.render(error, part.request)
    }
  }

  private mutating func record(_ part: BatchRequest, _ response: HTTPResponse) {
    responses[part.id] = response
    if response.status >= 400 { failed.insert(part.id) }
  }

  private mutating func fail(
    _ parts: [BatchRequest], group: String, because culprit: BatchRequest, _ response: HTTPResponse
  ) {
    skip(parts, group: group)
    record(culprit, response)
  }

  private mutating func skip(_ parts: [BatchRequest], group: String? = nil) {
    for part in parts { record(part, HTTPResponse(424)) }
    if let group { failed.insert(group) }
  }
}

extension JSONWriter {
  /// Appends one answer; its body is JSON already.
  fileprivate mutating func write(_ id: String, _ response: HTTPResponse) {
    raw("{\"id\":")
    write(id)
    raw(",\"status\":")
    write(.integer(Int64(response.status)))
    raw(",\"headers\":{")
    for (position, field) in response.headers.all.enumerated() {
      if position > 0 { raw(",") }
      write(field.name)
      raw(":")
      write(field.value)
    }
    raw("}")
    if case .bytes(let bytes) = response.body, !bytes.isEmpty {
      raw(",\"body\":")
      raw(bytes)
    }
    raw("}")
  }
}
