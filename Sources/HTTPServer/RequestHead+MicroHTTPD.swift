import CMicroHTTPD
import HTTPKit

extension HTTPHeaders {
  /// The header fields of a request, all of them and in order.
  init(of connection: OpaquePointer) {
    var fields = FieldList()
    withUnsafeMutablePointer(to: &fields) {
      _ = MHD_get_connection_values_n(connection, .HEADER_KIND, collectField, $0)
    }
    self.init(fields.fields)
  }
}

private struct FieldList {
  var fields: [(name: String, value: String)] = []
}

private func collectField(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind,
  _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let list = context?.assumingMemoryBound(to: FieldList.self) else { return .NO }
  list.pointee.fields.append((name: text(name, nameCount), value: text(value, valueCount)))
  return .YES
}

private func text(_ pointer: UnsafePointer<CChar>?, _ count: Int) -> String {
  String(decoding: UnsafeRawBufferPointer(start: pointer, count: count), as: UTF8.self)
}
