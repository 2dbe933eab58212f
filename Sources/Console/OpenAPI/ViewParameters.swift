extension RowListRequest {
  /// The parameters of the view, as the contract describes them.
  static let viewParameters: [QueryParameter] = [
    .init(
      name: "view", shape: .word(views),
      words: "Which rows; staged: those with staged changes of the caller."),
    .init(
      name: stagedParameter, shape: .word(["1"]),
      words: "Only the rows of the view with staged changes of the caller."),
  ]
}
