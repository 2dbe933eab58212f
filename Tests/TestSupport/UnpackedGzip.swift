/// The bytes in a gzip member, by another program than the one under test; for short members.
///
/// Empty for what is no gzip.
package func unpackedGzip(_ bytes: [UInt8]) throws -> [UInt8] {
  let gzip = try ChildProcess(["gzip", "-dcq"])
  try gzip.write(bytes)
  gzip.closeInput()
  return try gzip.readToEnd()
}
