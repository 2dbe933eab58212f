import JSONKit
import Localization
import SyncCore
import SyncInspection
import TemplateKit

/// The copies of a row as JSON.
struct RowRawPage {
  static let template = "Row/row-raw"

  let head: RowHead

  var title: String { head.title }

  var values: TemplateDictionary {
    let detail = head.detail
    var values = head.values
    var copies: [TemplateDictionary] = [
      copy(
        "here", localized("This store"),
        detail.operations.isEmpty ? localized("as synced") : localized("with unsent changes"),
        detail.record.json(detail.columns))
    ]
    if let base = detail.base {
      copies.append(
        copy("base", localized("Base"), localized("last server copy synced"), base.json))
    }
    if let server = detail.server {
      copies.append(
        copy("server", localized("Server"), localized("newest copy known here"), server.json))
    }
    values.add("COPY", list: copies)
    return values
  }

  private func copy(
    _ id: String, _ heading: String, _ remark: String, _ json: JSONValue
  ) -> TemplateDictionary {
    [
      "HEADING_ID": "h-\(id)", "HEADING": heading, "REMARK": remark,
      "TEXT": VisibleText.json(json.pretty),
    ]
  }
}
