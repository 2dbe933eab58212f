public import HTTPClient
public import SyncCore

extension AnyRemote {
  /// A Parse Server application.
  ///
  /// - Parameter client: Sends the requests; the caller shuts it down.
  public static func parse(_ configuration: ParseConfiguration, client: HTTPClient) -> AnyRemote {
    AnyRemote(ParseRemote(configuration, client: client))
  }
}
