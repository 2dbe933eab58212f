/// Every route of the console, feature by feature.
///
/// The routes of a feature, each with the role that it needs, are in its folder's routes file.
struct ConsoleRoutes {
  let services: ConsoleServices

  var all: [ConsoleRoute] {
    [
      signIn, metrics, stores, settings, alerts, backups, audit, accounts, frame, languages,
      confirmations, help, openAPI, overview, tables, rows, rowForm, bulk, row, supportReport,
      trash, staged,
      imports, search, masking, queue, errors, assignments, notes, sync, schedule, runs, reconcile,
      drift, conflictRules, serverView, timeMachine, copying, deltaTokens, undo,
    ].flatMap { $0 }
  }
}
