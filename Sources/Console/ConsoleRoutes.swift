/// Every route of the console, in one place.
struct ConsoleRoutes {
  let services: ConsoleServices

  var all: [ConsoleRoute] {
    SignInHandlers(services: services).routes + UnsentFormHandlers(services: services).routes
      + HealthHandlers(services: services).routes
      + MetricsHandlers(services: services).routes
      + StoresHandlers(services: services).routes
      + SettingsHandlers(services: services).routes
      + RemoveStoreHandlers(services: services).routes
      + AuditHandlers(services: services).routes
      + UsersHandlers(services: services).routes
      + APITokenHandlers(services: services).routes
      + AccountConfirmations(services: services).routes
      + SessionsHandlers(services: services).routes
      + AccountHandlers(services: services).routes
      + SecondFactorHandlers(services: services).routes
      + ThemeHandlers(services: services).routes
      + ConfirmationHandlers(services: services).routes + HelpHandlers(services: services).routes
      + OpenAPIHandlers(services: services).routes
      + rows
      + syncing
  }

  /// A store's rows, in lists and one by one.
  private var rows: [ConsoleRoute] {
    OverviewHandlers(services: services).routes + RowsHandlers(services: services).routes
      + RowFormHandlers(services: services).routes + RowFileHandlers(services: services).routes
      + BulkHandlers(services: services).routes
      + PurgeHandlers(services: services).routes + RowHandlers(services: services).routes
      + SupportReportHandlers(services: services).routes + TrashHandlers(services: services).routes
      + rowTools
  }

  /// What helps with rows: saved views, staged changes, imports, the jump box.
  private var rowTools: [ConsoleRoute] {
    ViewHandlers(services: services).routes + StagedChangesHandlers(services: services).routes
      + ImportHandlers(services: services).routes + SearchHandlers(services: services).routes
      + DuplicatesHandlers(services: services).routes
      + RowValueHandlers(services: services).routes + UnmaskHandlers(services: services).routes
  }

  /// Queue, errors, runs and what belongs to them.
  private var syncing: [ConsoleRoute] {
    QueueHandlers(services: services).routes
      + ErrorHandlers(services: services).routes
      + ResolveSimilarHandlers(services: services).routes
      + SyncHandlers(services: services).routes
      + PushPreviewHandlers(services: services).routes
      + PullPreviewHandlers(services: services).routes
      + ScheduleHandlers(services: services).routes
      + RunHandlers(services: services).routes
      + ReconcileHandlers(services: services).routes
      + DeltaTokenHandlers(services: services).routes
      + ReportHandlers(services: services).routes
      + ParseHookHandlers(services: services).routes
      + UndoHandlers(services: services).routes
  }
}
