import RemoteHTTP

struct AzureErrorReader: ErrorBodyReader {
  func meaning(of response: RemoteResponse) -> ResponseMeaning? {
    response.status == 404 && response.isWebPage ? .noSuchAddress : nil
  }

  func message(in response: RemoteResponse) -> String? { ServerMessage.of(response) }

  let addressHint = "Check the remote’s URL, and whether the table exists on the server."
}
