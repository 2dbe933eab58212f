import Console
import ConsoleData
import HTTPClient
import HTTPKit
import JSONKit
import Localization
import Support
import TestSupport
import Testing

@testable import syncline

/// What is wrong with settings is told in the language of a page, and in English everywhere else.
@Suite struct SettingProblemLanguageTests {
  private static let host = "127.0.0.1:8080"
  private static let german = TextCatalogue(
    .german,
    texts: [
      "{0} is missing: {1}": "{0} fehlt: {1}", "write a text.": "Geben Sie einen Text an.",
      "The environment variable {0} is not set; it must hold the secret.": "{0} ist nicht gesetzt.",
    ], counts: [:], scriptTexts: "{}")

  private let directory: TemporaryDirectory
  private let data: DataDirectory
  private let console: ConsoleData
  private let manager: StoreManager
  private let reloader: ConfigurationReloader
  private let app: ConsoleApp
  private let lines = Locked<[String]>([])

  init() async throws {
    directory = try TemporaryDirectory()
    data = try DataDirectory(creating: directory.file("data"))
    let time = ManualTime()
    console = try await ConsoleData(
      path: data.consoleDatabase, time: time, random: .system, passwordCost: .testing)
    let opener = StoreOpener(data: data, client: HTTPClient())
    let manager = try await StoreManager([], opener: opener)
    self.manager = manager
    let runs = RunCenter(data: console, stores: manager.required)
    let scheduler = Scheduler([:], data: console, runs: runs, stores: manager.required) { _ in }
    let lines = lines
    reloader = ConfigurationReloader(
      file: data.configurationFile, data: data, opener: opener, manager: manager,
      scheduler: scheduler, time: time, log: { line in lines.withLock { $0.append(line) } })
    var configuration = ConsoleConfiguration()
    configuration.publicDirectory = "\(Documentation.root)/Public"
    configuration.importDirectory = data.importDirectory
    app = try ConsoleApp(
      configuration: configuration, data: console,
      templates: LocalizedTemplates(directory: "\(Documentation.root)/Templates"), stores: manager,
      runs: runs, scheduler: scheduler, administration: reloader, time: time, random: .system,
      log: { _, _ in })
  }

  private func send(
    _ method: HTTPMethod, _ target: String, _ fields: [String: String], body: String = ""
  ) async -> HTTPResponse {
    var headers: HTTPHeaders = ["Host": Self.host, "Accept-Language": "de"]
    for (name, value) in fields { headers[name] = value }
    return await app.respond(
      to: HTTPRequest(method, target, headers: headers, body: Array(body.utf8)))
  }

  /// The page of a form, or of a link, for an admin whose browser prefers German.
  private func page(
    _ target: String, form: KeyValuePairs<String, String>? = nil
  ) async throws -> HTTPResponse {
    if try await !console.isUser("anna") {
      try await console.addUser("anna", role: .admin, password: "correct horse")
    }
    let secret = try await console.startSession(user: "anna", address: "127.0.0.1", agent: "test")
    var fields = ["Cookie": "syncline_session=\(secret)", "Accept": "text/html"]
    guard let form else { return await send(.get, target, fields) }
    fields["Content-Type"] = "application/x-www-form-urlencoded"
    fields["Origin"] = "http://\(Self.host)"
    fields["Sec-Fetch-Site"] = "same-origin"
    let token = try #require(await console.session(withSecret: secret)).csrfToken
    let items = QueryItems(
      [QueryItems.Item("_token", token)] + form.map { QueryItems.Item($0.key, $0.value) })
    return await send(.post, target, fields, body: items.encoded)
  }

  private func json(_ target: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let secret = try await console.addToken("test", role: .admin, by: "test")
    let fields = [
      "Authorization": "Bearer \(secret)", "Accept": "application/json",
      "Content-Type": "application/json",
    ]
    let answer = await send(
      body == nil ? .get : .post, target, fields, body: body?.serializedText ?? "")
    return try JSONValue(parsing: answer.text ?? "")
  }

  @Test func aGermanFormShowsItsMistakesInGerman() async throws {
    let answer = try await page(
      "/stores",
      form: [
        "name": "To Do", "remote.kind": "azure", "push.window": "many", "do": "save",
        "timeZone": "Europe/Nowhere",
      ])
    #expect(answer.status == 422)
    let text = answer.text ?? ""
    for sentence in [
      "„To Do“ ist als Name eines Stores nicht zulässig. Verwenden Sie Kleinbuchstaben",
      ">Diese Angabe fehlt: Geben Sie einen Text an.</span>", ">Adresse</a>",
      ">Geben Sie eine ganze Zahl von 1 bis 128 an.",
      ">„Europe/Nowhere“ ist keine Zeitzone, die dieser Rechner kennt.",
    ] {
      #expect(text.contains(sentence), "\(sentence)")
    }
    #expect(!text.contains("is missing") && !text.contains("write a"))
  }

  @Test func aMissingSecretIsNamedInGerman() async throws {
    let answer = try await page(
      "/stores",
      form: [
        "name": "todo", "remote.kind": "azure", "remote.url": "https://example.org", "do": "save",
        "remote.authTokenEnv": "NO_SUCH_VARIABLE",
      ])
    #expect(
      answer.text?.contains("Die Umgebungsvariable NO_SUCH_VARIABLE ist nicht gesetzt") == true)
  }

  @Test func programsGetThemInEnglish() async throws {
    let answer = try await json(
      "/stores", ["store": ["name": "To Do", "remote": ["kind": "azure"]]])
    let problems = answer["error"]?["problems"]?.array ?? []
    #expect(
      problems == [
        [
          "path": "name",
          "message":
            "\"To Do\" can’t be a store’s name. Use lowercase letters, digits and hyphens, beginning with a letter or a digit.",
        ],
        ["path": "remote.url", "message": "This is missing: write a text."],
      ])
  }

  @Test func mistakesInTheFileAreInTheLanguageOfEachPage() async throws {
    let text = #"{"stores":[{"name":"a","remote":{"kind":"azure"}}]}"#
    try Files.write(Array(text.utf8), to: data.configurationFile)
    // As after a change that a German page asked for.
    await TextCatalogue.$current.withValue(Self.german) { await reloader.reload() }
    let english = "stores[0].remote.url is missing: write a text."
    #expect(
      lines.withLock(\.self) == ["configuration: \(data.configurationFile): \(english)"])
    #expect(await reloader.mistakes == [english])
    #expect(try await json("/")["configurationMistakes"] == [.string(english)])
    let page = try await page("/").text
    #expect(page?.contains("stores[0].remote.url fehlt: Geben Sie einen Text an.") == true)
    let error = #expect(throws: ConfigurationError.self) {
      try data.configuration(named: nil)
    }
    #expect(
      error?.description == """
        syncline: \(data.configurationFile) has 1 error; nothing was started.
          \(english)
        """)
  }

  @Test func aStoreWithoutItsSecretSaysSoInTheLanguageOfThePage() async throws {
    let text =
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h","apiKeyEnv":"NO_SUCH"}}]}"#
    try Files.write(Array(text.utf8), to: data.configurationFile)
    await TextCatalogue.$current.withValue(Self.german) { await reloader.reload() }
    let english = "The environment variable NO_SUCH is not set; it must hold the secret."
    #expect(manager.stores.map(\.problem) == [english])
    TextCatalogue.$current.withValue(Self.german) {
      #expect(manager.stores.map(\.problem) == ["NO_SUCH ist nicht gesetzt."])
    }
    #expect(manager.unready.first?.hasSuffix(english) == true)
  }
}
