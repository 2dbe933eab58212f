/// The schema's step that keeps who made a token, by an identity that no later user of the same name
/// has.
let tokenMakerStep = [
  "ALTER TABLE users ADD COLUMN identity TEXT",
  "UPDATE users SET identity = lower(hex(randomblob(16)))",
  "CREATE UNIQUE INDEX usersByIdentity ON users (identity)",
  "ALTER TABLE removedUsers ADD COLUMN identity TEXT",
  "UPDATE removedUsers SET identity = lower(hex(randomblob(16)))",
  "ALTER TABLE tokens ADD COLUMN maker TEXT",
  "ALTER TABLE removedTokens ADD COLUMN maker TEXT",
  setMaker(of: "tokens"), setMaker(of: "removedTokens"),
]

/// Finds the makers of tokens that were made before makers were kept: the user of that name who was
/// there at the time; without one the token has ended.
private func setMaker(of table: String) -> String {
  """
  UPDATE \(table) SET maker = coalesce(
    (SELECT identity FROM users WHERE name = createdBy AND users.createdAt <= \(table).createdAt),
    (SELECT identity FROM removedUsers
      WHERE name = createdBy AND removedUsers.createdAt <= \(table).createdAt
      ORDER BY removedUsers.id DESC LIMIT 1),
    '')
  WHERE createdBy NOT IN ('command line', 'sign-in link')
  """
}
