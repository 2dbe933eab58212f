import Crypto
import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support

/// Sends operations with what authorises them, and reads the answers' outer form.
struct CloudKitConnection: Sendable {
  let client: RemoteClient
  private let settings: RenewableConfiguration<CloudKitConfiguration>
  private let time: any TimeSource
  private let session: WebSession?

  init(
    _ settings: RenewableConfiguration<CloudKitConfiguration>, transport: any RemoteTransport,
    time: any TimeSource
  ) {
    self.settings = settings
    self.time = time
    let configuration = settings.current
    let session: WebSession? =
      if case .user(_, let store) = configuration.credential { WebSession(store) } else { nil }
    self.session = session
    client = RemoteClient(
      url: configuration.url, transport: transport, timeout: configuration.requestTimeout,
      time: time, secrets: settings,
      mask: SecretMask { Self.secrets(settings.known.map(\.credential), session) },
      secretHeaders: ["x-apple-cloudkit-web-auth-token", "x-apple-cloudkit-session"],
      errors: CloudKitErrorReader(credential: configuration.credential, time: time))
  }

  /// With the secrets as they are.
  var configuration: CloudKitConfiguration { settings.current }

  /// The answer's body; the whole request's failure otherwise.
  ///
  /// - Parameter operation: Such as `records/modify`.
  func call(
    _ operation: String, _ body: JSONObject
  ) async throws(CallFailure) -> CloudKitAnswer {
    let bytes = JSONValue.object(body).serialized
    let response =
      if let session {
        try await send(operation, bytes, in: session)
      } else {
        try await send(operation, bytes)
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

  private func send(
    _ operation: String, _ body: [UInt8], webToken: String? = nil
  ) async throws(CallFailure) -> RemoteResponse {
    do {
      return try await client.send(try request(operation, body, webToken: webToken))
    } catch {
      throw .transport(error)
    }
  }

  // MARK: - Requests

  /// The tokens as they are and as they stand in an address, for whatever a server writes.
  private static func secrets(
    _ credentials: [CloudKitCredential], _ session: WebSession?
  ) -> [String] {
    let tokens = credentials.compactMap { credential -> String? in
      switch credential {
      case .serverKey: nil
      case .apiToken(let token), .user(let token, _): token
      }
    }
    let secrets = tokens + (session?.secrets ?? [])
    return secrets + secrets.map(PercentEncoding.encodeQuery)
  }

  /// Tokens are the container's, not one of its databases'.
  func path(_ operation: String) -> String {
    let isOfContainer = operation.hasPrefix("tokens/")
    return (isOfContainer ? configuration.devicePath : configuration.path) + "/" + operation
  }

  func url(_ operation: String) -> String { configuration.url + path(operation) }

  private static func isReading(_ operation: String) -> Bool {
    [
      "changes/zone", "changes/database", "records/query", "records/lookup", "subscriptions/lookup",
      "subscriptions/list",
    ].contains(operation)
  }

  private static let jsonHeaders: HTTPHeaders = [
    "Content-Type": "application/json", "Accept": "application/json",
  ]

  private func request(
    _ operation: String, _ body: [UInt8], webToken: String?
  ) throws(HTTPClientError) -> ClientRequest {
    var url = url(operation)
    var headers = Self.jsonHeaders
    switch configuration.credential {
    case .serverKey(let id, let key): try sign(&headers, operation, body, id, key)
    case .apiToken(let token), .user(let token, _):
      url += "?ckAPIToken=" + PercentEncoding.encodeQuery(token)
      if let webToken { url += "&ckWebAuthToken=" + PercentEncoding.encodeQuery(webToken) }
    }
    return ClientRequest(
      .post, url, headers: headers, body: body, isReading: Self.isReading(operation))
  }

  private func sign(
    _ headers: inout HTTPHeaders, _ operation: String, _ body: [UInt8], _ keyID: String,
    _ key: SigningKey
  ) throws(HTTPClientError) {
    // Whole seconds, and the header byte for byte what is signed.
    let date = time.now.wholeSeconds
    let hash = Base64.encode(SHA256.digest(body))
    let message = "\(date):\(hash):\(path(operation))"
    let signature: [UInt8]
    do {
      signature = try key.signature(of: Array(message.utf8))
    } catch {
      throw .invalidRequest("The request could not be signed: \(error)")
    }
    headers["X-Apple-CloudKit-Request-KeyID"] = keyID
    headers["X-Apple-CloudKit-Request-ISO8601Date"] = date
    headers["X-Apple-CloudKit-Request-SignatureV1"] = Base64.encode(signature)
  }

  // MARK: - A user's session

  private func send(
    _ operation: String, _ body: [UInt8], in session: WebSession
  ) async throws(CallFailure) -> RemoteResponse {
    let result: Result<RemoteResponse, CallFailure> = await session.alone {
      let tokens: (current: String, previous: String?)
      do {
        tokens = try await session.tokens()
      } catch {
        return .failure(.noToken("\(error)"))
      }
      do throws(CallFailure) {
        let response = try await send(operation, body, webToken: tokens.current)
        await session.take(response.newToken, after: tokens.current)
        guard client.meaning(of: response) == .unauthorized, response.newToken == nil,
          let previous = tokens.previous
        else { return .success(response) }
        // The answer that brought the newest token may have been meant for somebody else.
        let second = try await send(operation, body, webToken: previous)
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
  /// The file with the user's sign-in cannot be read or written.
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
