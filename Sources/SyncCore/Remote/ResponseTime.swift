/// How long a server took to answer the last requests.
package struct ResponseTime: Sendable, Hashable {
  package let medianMilliseconds: Int
  /// The number of requests that it is the median of; at least 1.
  package let requests: Int

  package init(medianMilliseconds: Int, requests: Int) {
    self.medianMilliseconds = medianMilliseconds
    self.requests = requests
  }
}
