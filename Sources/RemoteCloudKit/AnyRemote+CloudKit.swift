public import HTTPClient
public import SyncCore

extension AnyRemote {
  /// A database of a CloudKit container, by CloudKit Web Services.
  ///
  /// - Parameter client: Sends the requests; the caller shuts it down.
  public static func cloudKit(
    _ configuration: CloudKitConfiguration, client: HTTPClient
  ) -> AnyRemote {
    AnyRemote(CloudKitRemote(configuration, client: client))
  }
}
