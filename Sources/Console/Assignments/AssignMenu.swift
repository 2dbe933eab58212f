import ConsoleData
import Support
import TemplateKit

/// Who has the error of a page, and the menu that assigns it, for `Assignments/_assign.tpl`.
struct AssignMenu {
  let operation: Int64
  let action: String
  let assignments: Assignments
  /// Whom it can be assigned to; empty where the reader may not assign it.
  let users: [String]

  func add(to values: inout TemplateDictionary) {
    values.add("ASSIGNEE", list: assignments.badge(of: operation).map { [$0] } ?? [])
    let now = assignments.all[operation]
    guard !users.isEmpty || now != nil else { return }
    var menu: TemplateDictionary = [
      "ASSIGN_ACTION": action, "WAS": now?.assignee ?? Assignments.nobody,
    ]
    let isMine = assignments.user != nil && assignments.assignee(of: operation) === assignments.user
    let isMe = assignments.user.map(users.contains(identical:)) ?? false
    menu.show("TO_ME", if: isMe && now == nil)
    menu.show("ITEM_ME", if: isMe && now != nil && !isMine)
    menu.add(
      "USER",
      list: users.filter { $0 !== assignments.user && $0 !== now?.assignee }.map {
        ["USER_NAME": $0]
      })
    menu.show("UNASSIGN", if: now != nil)
    if !users.isEmpty { values.add("ASSIGN", menu) }
  }
}
