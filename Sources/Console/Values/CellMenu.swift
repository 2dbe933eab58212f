import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// The menu of a row's value: filter by it, edit it, show or copy all of it.
struct CellMenu {
  let value: JSONValue
  /// The page with the whole value.
  let wholeLink: String
  /// The list of the rows with this value; nil where no filter can name it.
  var onlyLink: String?
  /// The list of the rows with other values.
  var excludeLink: String?
  /// The field of the edit form; nil where the row can’t be edited.
  var editLink: String?

  func write(to menu: inout TemplateDictionary) {
    menu.set("COPIED", ifAny: copied)
    menu.set("WHOLE_LINK", ifAny: copied == nil && !value.isNull ? wholeLink : nil)
    menu.set("ONLY_LINK", ifAny: onlyLink)
    menu.set("EXCLUDE_LINK", ifAny: excludeLink)
    menu.set("EDIT_FIELD_LINK", ifAny: editLink)
  }

  /// A value that is short enough to be in the page for copying, as text; a misleading sign in it
  /// must not be there.
  private var copied: String? {
    let text = value.string ?? value.serializedText
    let isShort = text.utf8.count <= RowFilter.valueBytesMax
    return !value.isNull && isShort && VisibleText.marked(text) === text ? text : nil
  }
}
