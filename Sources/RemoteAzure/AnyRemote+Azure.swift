public import HTTPClient
public import SyncCore

extension AnyRemote {
  /// An Azure Mobile Apps server: Easy Tables, Datasync or the newer toolkit.
  ///
  /// - Parameter client: Sends the requests; the caller shuts it down.
  public static func azure(_ configuration: AzureConfiguration, client: HTTPClient) -> AnyRemote {
    AnyRemote(AzureRemote(configuration, client: client))
  }
}
