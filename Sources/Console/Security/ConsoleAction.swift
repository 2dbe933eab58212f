package import ConsoleData

/// What can be done in the console, each with the least role that may do it.
///
/// Every route names one, so that nothing is open by omission.
package enum ConsoleAction: String, Sendable, CaseIterable {
  case storeOpen = "store.open"
  case export = "export"
  /// Seeing the values of masked columns for a while.
  case valuesUnmask = "values.unmask"
  case auditView = "audit.view"
  /// One's own sessions, password and second factor, to look at.
  case accountView = "account.view"
  /// One's own sessions.
  case sessionEnd = "session.end"
  /// One's own password and second factor.
  case accountEdit = "account.edit"
  /// One's own saved views.
  case viewSave = "view.save"
  /// Saved views that everybody sees.
  case viewShare = "view.share"
  /// New tables, which also come with a first row.
  case tableCreate = "table.create"
  case rowsEdit = "rows.edit"
  case rowsImport = "rows.import"
  case rowsDelete = "rows.delete"
  case rowsUndelete = "rows.undelete"
  /// Deleting rows for good; the hard delete role is ``Role/admin``.
  case rowsHardDelete = "rows.hard-delete"
  case rowsPurge = "rows.purge"
  case queueRetry = "queue.retry"
  case queueCancel = "queue.cancel"
  case conflictResolve = "conflict.resolve"
  /// Who takes care of an error.
  case errorAssign = "error.assign"
  /// Notes on rows, errors and runs; each is its author's.
  case noteEdit = "note.edit"
  /// Reading rows from the server, which may be rows that the store does not have.
  case serverView = "server.view"
  case syncRun = "sync.run"
  case schedulePause = "schedule.pause"
  case syncReset = "sync.reset"
  case reconcileApply = "reconcile.apply"
  case actionUndo = "action.undo"
  /// The settings of stores, to look at.
  case settingsView = "settings.view"
  /// Adding and removing stores, and their settings.
  case storeEdit = "store.edit"
  /// Backups of all stores and the console, to look at.
  case backupView = "backup.view"
  case backupMake = "backup.make"
  /// Only the command line restores.
  case backupRestore = "backup.restore"
  /// Alerts, and what came of their messages, to look at.
  case alertView = "alert.view"
  case alertAcknowledge = "alert.acknowledge"
  /// Trying channels, and sending or discarding messages that were given up.
  case alertDeliver = "alert.deliver"
  /// Who may come in, and who is in.
  case userView = "user.view"
  case userEdit = "user.edit"

  package var leastRole: Role {
    switch self {
    case .storeOpen, .export, .auditView, .accountView, .sessionEnd, .accountEdit, .viewSave,
      .alertView:
      .viewer
    case .valuesUnmask, .viewShare, .tableCreate, .rowsImport, .rowsEdit, .rowsDelete,
      .rowsUndelete, .queueRetry,
      .queueCancel,
      .conflictResolve, .errorAssign, .noteEdit,
      .serverView, .syncRun, .schedulePause, .alertAcknowledge, .actionUndo:
      .operate
    case .rowsHardDelete, .rowsPurge, .syncReset, .reconcileApply, .settingsView, .storeEdit,
      .backupView, .backupMake, .backupRestore, .alertDeliver, .userView, .userEdit:
      .admin
    }
  }

  /// False for what only looks, so that a console that is read-only may do it.
  package var isChange: Bool {
    switch self {
    case .storeOpen, .export, .valuesUnmask, .auditView, .accountView, .serverView, .settingsView,
      .backupView, .alertView, .userView:
      false
    default: true
    }
  }

  /// True for what changes rows of the table that the address names; others look at it themselves.
  var changesRowsOfTable: Bool {
    switch self {
    case .rowsEdit, .rowsImport, .rowsUndelete, .rowsHardDelete: true
    default: false
    }
  }

  /// False where only a person in a browser may act: a leaked token must not make further ones.
  ///
  /// It may read everything that its role may.
  package var isOpenToTokens: Bool {
    switch self {
    case .userEdit, .accountView, .sessionEnd, .accountEdit: false
    default: true
    }
  }

  /// False for what a token of one store must not do: settings name secrets, files and addresses,
  /// which are the whole program's, as backups and alerts are.
  var isOpenToOneStore: Bool {
    switch self {
    case .storeEdit, .backupView, .backupMake, .alertView, .alertAcknowledge, .alertDeliver: false
    default: true
    }
  }

  /// True where a session that was left open must not do: the person shows the password again.
  package var needsConfirmation: Bool { self == .userEdit }
}
