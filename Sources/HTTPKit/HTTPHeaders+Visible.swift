public import Support

extension HTTPHeaders {
  /// The fields for people and files; where a value carries a sign-in only its name is left.
  ///
  /// - Parameters:
  ///   - mask: Takes known secrets out of a value.
  ///   - secret: Names of further fields whose values nobody may see, in small letters.
  public func visible(
    _ mask: (String) -> String, hiding secret: UTF8Set = []
  ) -> [[String]] {
    all.map { field in
      let name = field.name.lowercased()
      let isHidden = name == "set-cookie" || secret.contains(name)
      return [field.name, isHidden ? "(hidden)" : mask(field.value)]
    }
  }
}
