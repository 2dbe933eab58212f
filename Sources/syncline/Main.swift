import Glibc
import Support

@main
struct Syncline {
  static let version = "0.1.0"

  static func main() async {
    // A browser that goes away while it is written to must not end the process.
    signal(SIGPIPE, SIG_IGN)
    exit(Output.finish(await run(Array(CommandLine.arguments.dropFirst()))))
  }

  /// Runs one command line.
  ///
  /// - Returns: The exit status: 0 done, 1 the work failed or left errors, 2 wrong usage.
  static func run(_ arguments: [String]) async -> Int32 {
    do {
      let invocation = try Commands.parse(arguments)
      return try await invocation.run()
    } catch let error as UsageError {
      Output.error(error.description)
      return 2
    } catch let error as ConfigurationError {
      Output.error(error.description)
      return 2
    } catch {
      let problem = StorageProblem(error).map { "\($0)" } ?? "\(error)"
      Output.error("syncline: \(problem)")
      return 1
    }
  }
}
