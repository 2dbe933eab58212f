package import ConsoleData
package import Support
import SyncCore
import SyncInspection

/// What handlers work with.
package struct ConsoleServices: Sendable {
  package let configuration: ConsoleConfiguration
  package let data: ConsoleData
  package let pages: Pages
  package let stores: any StoreRegistry
  package let runs: RunCenter
  /// Nil where nothing starts by itself, as on the command line.
  let scheduler: Scheduler?
  /// Nil where stores cannot be added or changed.
  let administration: (any StoreAdministration)?
  /// Nil where none are kept; rows are scanned then.
  let searchIndexes: SearchIndexes?
  /// Nil where none are made.
  let backups: BackupCenter?
  /// Nil where nothing looks for alerts.
  let alerts: AlertCenter?
  let cookies: CookieNames
  let signInForms: SignInForms
  let unsentForms: ExpiringCache<UnsentForm>
  let closedSessions: EndedSessions
  let confirmations: ExpiringCache<Confirmation>
  /// By the address of a page of the server's rows, that of the page before.
  let pagesBefore: ExpiringCache<String>
  let imports: ImportSessions
  let importReversals = ImportReversals()
  package let time: any TimeSource
  package let random: RandomSource
  let startedAt: Timestamp
  let requests = RequestCounter()
  let unmasking = Unmasking()
  let answers: IdempotencyCache
  let exports = ConcurrencyLimiter(refusal: .exportRunning)
  let previewing = ConcurrencyLimiter(refusal: .previewRunning)
  let undoing = ConcurrencyLimiter(refusal: .undoRunning)
  let copying = ConcurrencyLimiter(refusal: .copyRunning)
  let previews = PreviewCache<PushPreview>(previewsMax: 100, weightMax: 100_000)
  let pullPreviews = PreviewCache<PullPreview>(previewsMax: 20, weightMax: 2_000)

  /// Whether the person may look at the settings of stores, where there are any to look at.
  func maySeeSettings(_ context: PageContext) -> Bool {
    administration != nil && context.may(.settingsView)
  }

  /// Whether the person may add stores and change their settings, where that can be done at all.
  func mayEditStores(_ context: PageContext) -> Bool {
    administration != nil && context.may(.storeEdit)
  }
}
