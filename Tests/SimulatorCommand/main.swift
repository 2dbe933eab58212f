import Simulator

await SimulateCommand.main(Array(CommandLine.arguments.dropFirst()))
