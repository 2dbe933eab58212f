import ConsoleData
import Glibc
import Support

/// `user add`, `user codes-off` and `token add`: who may use the console.
enum AccountCommands {
  static var all: [CommandSpecification] { [userAdd, userCodesOff, tokenAdd] }

  private static let roleOption = CommandSpecification.Option.value(
    "role", "viewer|operator|admin", "what the user or token may do", isRequired: true)
  private static let dataOption = CommandSpecification.Option.value(
    "data", "DIR", "data directory of `syncline serve` (default: \(DataDirectory.defaultPath))")

  private static var userAdd: CommandSpecification {
    CommandSpecification(
      name: "user add", summary: "Add a user who signs in with a password.",
      operands: .fixed(["NAME"]),
      options: [
        roleOption,
        CommandSpecification.Option(
          name: "password-stdin", isRequired: true,
          help: "read the password from standard input"),
        dataOption,
      ],
      run: addUser)
  }

  private static var userCodesOff: CommandSpecification {
    CommandSpecification(
      name: "user codes-off",
      summary: "Turn off two-factor authentication for a user who lost phone and recovery codes.",
      operands: .fixed(["NAME"]), options: [dataOption], run: turnCodesOff)
  }

  private static var tokenAdd: CommandSpecification {
    CommandSpecification(
      name: "token add", summary: "Create an API token; it is shown once.",
      operands: .fixed(["NAME"]),
      options: [
        roleOption, .value("days", "N", "days until it expires (default: never)"),
        .value("store", "NAME", "limit it to one store (default: all stores)"), dataOption,
      ], run: addToken)
  }

  private static func addUser(_ arguments: ParsedArguments) async throws -> Int32 {
    let role = try role(arguments, usage: userAdd.usage)
    guard let password = readLine(strippingNewline: true), !password.isEmpty else {
      throw UsageError(
        ["Standard input has no password. Pass it there, in one line."], usage: userAdd.usage)
    }
    let name = arguments.operands[0]
    let data = try await open(arguments)
    try await audited("user \(name), added as \(role.rawValue)", data) {
      try await data.addUser(name, role: role, password: password)
    }
    Output.line("Added user \(name) as \(role.rawValue).")
    return 0
  }

  /// Whoever has a shell here may read the secrets anyway, so no password is asked for.
  private static func turnCodesOff(_ arguments: ParsedArguments) async throws -> Int32 {
    let name = arguments.operands[0]
    let data = try await open(arguments)
    let wasOn = try await audited("two-factor authentication of \(name), turned off", data) {
      try await data.removeSecondFactor(of: name, endsSessions: true)
    }
    guard wasOn else {
      Output.error(
        "syncline: there is no user \(name) with two-factor authentication. Nothing was changed.")
      return 1
    }
    Output.line("Two-factor authentication turned off for \(name).")
    return 0
  }

  private static func addToken(_ arguments: ParsedArguments) async throws -> Int32 {
    let role = try role(arguments, usage: tokenAdd.usage)
    var days: Int?
    if let text = arguments.value("days") {
      days = Int(text).flatMap { (1...3_650).contains($0) ? $0 : nil }
      guard days != nil else {
        throw UsageError(["--days \(text): write a number from 1 to 3650."], usage: tokenAdd.usage)
      }
    }
    let store = try store(arguments)
    let data = try await open(arguments)
    let name = arguments.operands[0]
    let secret = try await audited("API token \(name), created as \(role.rawValue)", data) {
      try await data.addToken(
        name, role: role, by: StoreSession.commandLine, days: days, store: store)
    }
    Output.error("This token is shown once. Send it as: Authorization: Bearer TOKEN")
    Output.line(secret)
    return 0
  }

  /// The only store that a token is to open; nil for all.
  ///
  /// Tokens can be made before the first start, so where there is no configuration yet the name is
  /// taken as it is.
  private static func store(_ arguments: ParsedArguments) throws -> String? {
    guard let name = arguments.value("store") else { return nil }
    let path = arguments.value("data") ?? DataDirectory.defaultPath
    let file = DataDirectory.configurationFile(in: path)
    guard Files.exists(file) else {
      Output.error(
        "There is no \(file) yet. The token has no access until there is a store \(name).")
      return name
    }
    let stores = try DataDirectory(existing: path).configuration(named: nil)
    return try StoreSession.choose(name, among: stores, for: arguments).name
  }

  /// Makes a change and records it, even if the program ends in between.
  ///
  /// What changes nothing is not recorded.
  private static func audited<Output>(
    _ target: String, _ data: ConsoleData, _ change: () async throws -> Output
  ) async throws -> Output {
    let record = AuditRecord(
      who: StoreSession.commandLine, address: "local", action: "user.edit", target: target,
      requestID: "")
    let intent = AuditIntent(id: hexadecimal(RandomSource.system.bytes(16)), record)
    return try await AuditIntent.$current.withValue(intent) {
      let output = try await change()
      if intent.isKept { try await data.record(record) }
      return output
    }
  }

  private static func role(
    _ arguments: ParsedArguments, usage: String
  ) throws(UsageError) -> Role {
    let text = arguments.value("role") ?? ""
    guard let role = Role(rawValue: text) else {
      throw UsageError(["--role \(text): write viewer, operator or admin."], usage: usage)
    }
    return role
  }

  /// Users can be added before the first start, so the directory is made when it is missing.
  private static func open(_ arguments: ParsedArguments) async throws -> ConsoleData {
    let data = try DataDirectory(
      creating: arguments.value("data") ?? DataDirectory.defaultPath)
    return try await ConsoleData(
      path: data.consoleDatabase, time: SystemTime(), random: .system)
  }
}
