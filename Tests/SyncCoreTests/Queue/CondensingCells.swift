import SyncCore

extension Cell {
  private typealias Step = (action: LocalAction, state: OperationState)

  private init(
    _ beginning: Beginning, _ earlier: [Step], _ action: LocalAction, _ queue: [String],
    _ row: RowLook, _ refusal: Refusal? = nil
  ) {
    self.init(
      beginning: beginning, earlier: earlier, action: action, queue: queue, refusal: refusal,
      row: row)
  }

  static let neverSent: [Cell] = [
    // Nothing queued.
    Cell(.absent, [], .insert, ["insert pending"], .live),
    Cell(.live, [], .insert, [], .live, .exists),
    Cell(.tombstone, [], .insert, [], .deleted, .deleted),
    Cell(.live, [], .update, ["update pending"], .live),
    Cell(.absent, [], .update, [], .absent, .missing),
    Cell(.tombstone, [], .update, [], .deleted, .deleted),
    Cell(.live, [], .delete, ["delete pending"], .deleted),
    Cell(.absent, [], .delete, [], .absent, .missing),
    Cell(.tombstone, [], .delete, [], .deleted, .deleted),
    Cell(.live, [], .hardDelete, ["delete pending"], .absent),
    Cell(.tombstone, [], .hardDelete, ["delete pending"], .absent),
    Cell(.tombstone, [], .undelete, ["undelete pending"], .live),
    Cell(.live, [], .undelete, [], .live, .live),
    Cell(.absent, [], .undelete, [], .absent, .missing),
    // An insert.
    Cell(.absent, [(.insert, .pending)], .insert, ["insert pending"], .live, .exists),
    Cell(.absent, [(.insert, .pending)], .update, ["insert pending"], .live),
    Cell(.absent, [(.insert, .pending)], .delete, [], .absent),
    Cell(.absent, [(.insert, .pending)], .hardDelete, [], .absent),
    Cell(.absent, [(.insert, .pending)], .undelete, ["insert pending"], .live, .live),
    // An update.
    Cell(.live, [(.update, .pending)], .insert, ["update pending"], .live, .exists),
    Cell(.live, [(.update, .pending)], .update, ["update pending"], .live),
    Cell(.live, [(.update, .pending)], .delete, ["delete pending"], .deleted),
    Cell(.live, [(.update, .pending)], .hardDelete, ["delete pending"], .absent),
    Cell(.live, [(.update, .pending)], .undelete, ["update pending"], .live, .live),
    // A delete.
    Cell(.live, [(.delete, .pending)], .insert, ["update pending"], .live),
    Cell(.live, [(.delete, .pending)], .update, ["delete pending"], .deleted, .deleted),
    Cell(.live, [(.delete, .pending)], .delete, ["delete pending"], .deleted, .deleted),
    Cell(.live, [(.delete, .pending)], .hardDelete, ["delete pending"], .absent),
    Cell(.live, [(.delete, .pending)], .undelete, [], .live),
    Cell(.live, [(.update, .pending), (.delete, .pending)], .undelete, ["update pending"], .live),
    Cell(.live, [(.hardDelete, .pending)], .insert, ["update pending"], .live),
    Cell(.live, [(.hardDelete, .pending)], .update, ["delete pending"], .absent, .deleted),
    Cell(.live, [(.hardDelete, .pending)], .delete, ["delete pending"], .absent, .deleted),
    Cell(.live, [(.hardDelete, .pending)], .undelete, [], .live),
    // An undelete.
    Cell(.tombstone, [(.undelete, .pending)], .insert, ["undelete pending"], .live, .exists),
    Cell(
      .tombstone, [(.undelete, .pending)], .update, ["undelete pending", "update pending"], .live),
    Cell(.tombstone, [(.undelete, .pending)], .delete, [], .deleted),
    Cell(.tombstone, [(.undelete, .pending)], .hardDelete, ["delete pending"], .absent),
    Cell(.tombstone, [(.undelete, .pending)], .undelete, ["undelete pending"], .live, .live),
    Cell(.tombstone, [(.undelete, .pending), (.update, .pending)], .delete, [], .deleted),
    Cell(
      .tombstone, [(.undelete, .pending), (.update, .pending)], .hardDelete, ["delete pending"],
      .absent),
    Cell(
      .tombstone, [(.undelete, .pending), (.update, .pending)], .update,
      ["undelete pending", "update pending"], .live),
  ]

  static let inFlight: [Cell] = [OperationState.sending, .unknown].flatMap { state -> [Cell] in
    let first = { (kind: String) in "\(kind) \(state)" }
    return [
      Cell(.absent, [(.insert, state)], .insert, [first("insert")], .live, .exists),
      Cell(.absent, [(.insert, state)], .update, [first("insert"), "update pending"], .live),
      Cell(.absent, [(.insert, state)], .delete, [first("insert"), "delete pending"], .deleted),
      Cell(.absent, [(.insert, state)], .hardDelete, [first("insert"), "delete pending"], .absent),
      Cell(.absent, [(.insert, state)], .undelete, [first("insert")], .live, .live),
      Cell(.live, [(.update, state)], .insert, [first("update")], .live, .exists),
      Cell(.live, [(.update, state)], .update, [first("update"), "update pending"], .live),
      Cell(.live, [(.update, state)], .delete, [first("update"), "delete pending"], .deleted),
      Cell(.live, [(.update, state)], .hardDelete, [first("update"), "delete pending"], .absent),
      Cell(.live, [(.update, state)], .undelete, [first("update")], .live, .live),
      Cell(.live, [(.delete, state)], .insert, [first("delete")], .deleted, .deleted),
      Cell(.live, [(.delete, state)], .update, [first("delete")], .deleted, .deleted),
      Cell(.live, [(.delete, state)], .delete, [first("delete")], .deleted, .deleted),
      Cell(.live, [(.delete, state)], .hardDelete, [first("delete")], .absent),
      Cell(.live, [(.delete, state)], .undelete, [first("delete"), "undelete pending"], .live),
      Cell(.live, [(.hardDelete, state)], .insert, [first("delete"), "insert pending"], .live),
      Cell(.live, [(.hardDelete, state)], .undelete, [first("delete")], .absent, .gone),
      Cell(.tombstone, [(.undelete, state)], .insert, [first("undelete")], .live, .exists),
      Cell(
        .tombstone, [(.undelete, state)], .update, [first("undelete"), "update pending"], .live),
      Cell(
        .tombstone, [(.undelete, state)], .delete, [first("undelete"), "delete pending"], .deleted),
      Cell(.tombstone, [(.undelete, state)], .undelete, [first("undelete")], .live, .live),
    ]
  }

  static let decided: [Cell] = [
    Cell(.absent, [(.insert, .failed)], .update, ["insert pending"], .live),
    Cell(.absent, [(.insert, .failed)], .delete, [], .absent),
    Cell(.absent, [(.insert, .conflict)], .update, ["insert conflict"], .live),
    Cell(.absent, [(.insert, .conflict)], .delete, ["delete conflict"], .deleted),
    Cell(
      .absent, [(.insert, .conflict), (.delete, .conflict)], .undelete, ["insert conflict"], .live),
    Cell(.live, [(.update, .failed)], .update, ["update pending"], .live),
    Cell(.live, [(.update, .failed)], .delete, ["delete pending"], .deleted),
    Cell(.live, [(.update, .conflict)], .update, ["update conflict"], .live),
    Cell(.live, [(.update, .conflict)], .delete, ["delete conflict"], .deleted),
    Cell(.live, [(.delete, .failed)], .undelete, [], .live),
    Cell(.live, [(.delete, .conflict)], .undelete, [], .live),
    Cell(
      .live, [(.update, .conflict), (.delete, .conflict)], .undelete, ["update conflict"], .live),
    Cell(.tombstone, [(.undelete, .failed)], .delete, [], .deleted),
  ]

  static let second: [Cell] = [
    Cell(
      .live, [(.update, .sending), (.update, .pending)], .update,
      ["update sending", "update pending"], .live),
    Cell(
      .live, [(.update, .sending), (.update, .pending)], .delete,
      ["update sending", "delete pending"], .deleted),
    Cell(
      .live, [(.update, .sending), (.delete, .pending)], .undelete, ["update sending"], .live),
    Cell(
      .absent, [(.insert, .unknown), (.delete, .pending)], .undelete, ["insert unknown"], .live),
    Cell(
      .absent, [(.insert, .unknown), (.update, .pending)], .delete,
      ["insert unknown", "delete pending"], .deleted),
    Cell(
      .absent, [(.insert, .unknown), (.hardDelete, .pending)], .insert,
      ["insert unknown", "update pending"], .live),
    Cell(
      .live, [(.hardDelete, .sending), (.insert, .pending)], .update,
      ["delete sending", "insert pending"], .live),
    Cell(
      .live, [(.hardDelete, .sending), (.insert, .pending)], .delete, ["delete sending"], .absent),
    Cell(
      .live, [(.delete, .sending), (.undelete, .pending)], .delete, ["delete sending"], .deleted),
    Cell(
      .live, [(.delete, .sending), (.undelete, .pending)], .update,
      ["delete sending", "undelete pending", "update pending"], .live),
    Cell(
      .tombstone, [(.undelete, .sending), (.update, .pending)], .delete,
      ["undelete sending", "delete pending"], .deleted),
    Cell(
      .tombstone, [(.undelete, .sending), (.delete, .pending)], .undelete, ["undelete sending"],
      .live),
  ]
}
