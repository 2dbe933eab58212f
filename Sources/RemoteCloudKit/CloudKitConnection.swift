import Crypto
import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support

/// Sends operations with what authorises them, and reads the answers' outer form.
struct CloudKitConnection: Sendable {
  let configuration: CloudKitConfiguration
  let client: RemoteClient
  private let time: any TimeSource
  private let session: WebSession?

  init(
    _ configuration: CloudKitConfiguration, transport: any RemoteTransport, time: any TimeSource
  ) {
    self.configuration = configuration
    self.time = time
    if case .user(_, let store) = configuration.credential {
      session = WebSession(store)
    } else {
      session = nil
    }
    client = RemoteClient(
      url: configuration.url, transport: transport, timeout: configuration.requestTimeout,
      time: time, mask: Self.mask(configuration.credential, session),
      secretHeaders: ["x-apple-cloudkit-web-auth-token", "x-apple-cloudkit-session"],
      errors: CloudKitErrorReader(credential: configuration.credential, time: time))
  }

  /// The answer's body; the whole request's failure otherwise.
  ///
  /// - Parameter operation: Such as `records/modify`.
  func call(
    _ operation: String, _ body: JSONObject
  ) async throws(CallFailure) -> CloudKitAnswer {
    let bytes = JSONValue.object(body).serialized
    let response: RemoteResponse
    switch configuration.credential {
    case .serverKey(let id, let key):
      response = try await send(try signed(operation, bytes, id, key))
    case .apiToken(let token):
      response = try await send(request(operation, bytes, apiToken: token, webToken: nil))
    case .user(let apiToken, _):
      response = try await sendInSession(operation, bytes, apiToken)
    }
    guard response.isSuccess else { throw .refused(response) }
    guard let object = response.json?.object else {
      throw .transport(
        .malformed("\(client.host) answered with something that is not complete JSON"))
    }
    // A few answers carry the error of the whole request with a status of success.
    let part = RemoteResponse(object, headers: response.headers)
    guard part.isSuccess else { throw .refused(part) }
    return CloudKitAnswer(object: object, response: response)
  }

  private func send(_ request: ClientRequest) async throws(CallFailure) -> RemoteResponse {
    do { return try await client.send(request) } catch { throw .transport(error) }
  }

  // MARK: - Requests

  /// For whatever a server writes: the tokens as they are and as they stand in an address.
  private static func mask(_ credential: CloudKitCredential, _ session: WebSession?) -> SecretMask {
    switch credential {
    case .serverKey: SecretMask([])
    case .apiToken(let token): SecretMask([token])
    case .user(let apiToken, _):
      SecretMask {
        let secrets = [apiToken] + (session?.secrets ?? [])
        return secrets + secrets.map(PercentEncoding.encodeQuery)
      }
    }
  }

  func path(_ operation: String) -> String { configuration.path + "/" + operation }

  func url(_ operation: String) -> String { configuration.url + path(operation) }

  private static func isReading(_ operation: String) -> Bool {
    ["changes/zone", "changes/database", "records/query", "records/lookup"].contains(operation)
  }

  private static let jsonHeaders: HTTPHeaders = [
    "Content-Type": "application/json", "Accept": "application/json",
  ]

  private func signed(
    _ operation: String, _ body: [UInt8], _ keyID: String, _ key: SigningKey
  ) throws(CallFailure) -> ClientRequest {
    // Whole seconds, and the header byte for byte what is signed.
    let date = time.now.wholeSeconds
    let hash = Base64.encode(SHA256.digest(body))
    let message = "\(date):\(hash):\(path(operation))"
    let signature: [UInt8]
    do {
      signature = try key.signature(of: Array(message.utf8))
    } catch {
      throw .transport(.invalidRequest("The request could not be signed: \(error)"))
    }
    var headers = Self.jsonHeaders
    headers["X-Apple-CloudKit-Request-KeyID"] = keyID
    headers["X-Apple-CloudKit-Request-ISO8601Date"] = date
    headers["X-Apple-CloudKit-Request-SignatureV1"] = Base64.encode(signature)
    return ClientRequest(
      .post, url(operation), headers: headers, body: body, isReading: Self.isReading(operation))
  }

  private func request(
    _ operation: String, _ body: [UInt8], apiToken: String, webToken: String?
  ) -> ClientRequest {
    var url = url(operation) + "?ckAPIToken=" + PercentEncoding.encodeQuery(apiToken)
    if let webToken { url += "&ckWebAuthToken=" + PercentEncoding.encodeQuery(webToken) }
    return ClientRequest(
      .post, url, headers: Self.jsonHeaders, body: body, isReading: Self.isReading(operation))
  }

  // MARK: - A user's session

  private func sendInSession(
    _ operation: String, _ body: [UInt8], _ apiToken: String
  ) async throws(CallFailure) -> RemoteResponse {
    guard let session else { throw .transport(.invalidRequest("There is no session.")) }
    let result: Result<RemoteResponse, CallFailure> = await session.alone {
      let tokens: (current: String, previous: String?)
      do {
        tokens = try session.tokens()
      } catch {
        return .failure(.noToken("\(error)"))
      }
      do throws(CallFailure) {
        let request = { (token: String) in
          self.request(operation, body, apiToken: apiToken, webToken: token)
        }
        let response = try await send(request(tokens.current))
        await session.take(response.newToken, after: tokens.current)
        guard client.meaning(of: response) == .unauthorized, response.newToken == nil,
          let previous = tokens.previous
        else { return .success(response) }
        // The answer that brought the newest token may have been meant for somebody else.
        let second = try await send(request(previous))
        if second.isSuccess {
          await session.take(second.newToken ?? previous, after: tokens.current)
        }
        return .success(second.isSuccess ? second : response)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

struct CloudKitAnswer: Sendable {
  var object: JSONObject
  var response: RemoteResponse
}

/// Why a whole request came to nothing.
enum CallFailure: Error, Sendable {
  case transport(HTTPClientError)
  case refused(RemoteResponse)
  /// The file with the user's sign-in cannot be read.
  case noToken(String)
}

extension RemoteResponse {
  /// The token that the next request of the session has to carry; nil for none, and for what no token
  /// looks like: it is written to a file.
  var newToken: String? {
    let token = headers["X-Apple-CloudKit-Web-Auth-Token"] ?? headers["X-Apple-CloudKit-Session"]
    guard let token, (1...4_096).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    return token
  }
}
