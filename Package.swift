// swift-tools-version: 6.2

import PackageDescription

/// Settings shared by every Swift target, tests included.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]

/// For targets that must not touch unsafe memory: every target that imports no C module.
let safe = strict + [.strictMemorySafety()]

let package = Package(
  name: "syncline",
  products: [
    .executable(name: "syncline", targets: ["syncline"]),
    .library(name: "SyncCore", targets: ["SyncCore"]),
    .library(name: "RemoteAzure", targets: ["RemoteAzure"]),
    .library(name: "RemoteParse", targets: ["RemoteParse"]),
    .library(name: "RemoteCloudKit", targets: ["RemoteCloudKit"]),
    .library(name: "TableService", targets: ["TableService"]),
  ],
  targets: [
    // C libraries: headers and link flags, plus inline shims for what Swift cannot call.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // C++ libraries, each behind a small C interface of ours.
    .target(name: "CJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CTemplate", linkerSettings: [.linkedLibrary("ctemplate")]),
    .target(name: "CWebSockets", linkerSettings: [.linkedLibrary("websockets")]),
    .target(name: "CZone", linkerSettings: [.linkedLibrary("cctz")]),
    // A list of common passwords, compiled in.
    .target(name: "CCommonPasswords", exclude: ["common-passwords.txt"]),
    // The program's allocator.
    .target(name: "CAllocator", linkerSettings: [.linkedLibrary("jemalloc")]),

    // Leaves: no knowledge of synchronisation.
    .target(name: "Localization", swiftSettings: safe),
    .target(name: "Support", dependencies: ["Localization"], swiftSettings: strict),
    .target(name: "SQLiteKit", dependencies: ["CSQLite", "Support"], swiftSettings: strict),
    .target(name: "JSONKit", dependencies: ["CJSON", "Support"], swiftSettings: strict),
    .target(name: "Crypto", dependencies: ["CCrypto", "Localization"], swiftSettings: strict),
    .target(name: "QRCode", dependencies: ["CQREncode"], swiftSettings: strict),
    .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: strict),
    .target(
      name: "Zones", dependencies: ["CZone", "Localization", "Support"], swiftSettings: strict),
    .target(name: "HTTPKit", dependencies: ["Support"], swiftSettings: safe),
    .target(name: "TemplateKit", dependencies: ["CTemplate", "Support"], swiftSettings: strict),
    .target(
      name: "HTTPServer", dependencies: ["HTTPKit", "Support", "CMicroHTTPD"], swiftSettings: strict
    ),
    .target(
      name: "HTTPClient", dependencies: ["HTTPKit", "Localization", "Support", "CCurl"],
      swiftSettings: strict),

    .target(name: "WebSockets", dependencies: ["CWebSockets", "Support"], swiftSettings: strict),

    // The sync core, what it talks to, and the service that answers when there is no backend.
    .target(
      name: "SyncCore", dependencies: ["SQLiteKit", "JSONKit", "Localization", "Support"],
      swiftSettings: safe),
    // What people see of a store: lists, details, figures and diagnoses, all read only.
    .target(
      name: "SyncInspection",
      dependencies: ["SyncCore", "SQLiteKit", "JSONKit", "Localization", "Support"],
      swiftSettings: safe),
    .target(
      name: "RemoteHTTP",
      dependencies: ["SyncCore", "HTTPClient", "HTTPKit", "JSONKit", "Localization", "Support"],
      swiftSettings: safe),
    .target(
      name: "RemoteAzure",
      dependencies: ["RemoteHTTP", "SyncCore", "HTTPClient", "HTTPKit", "JSONKit", "Support"],
      swiftSettings: safe),
    .target(
      name: "RemoteParse",
      dependencies: [
        "RemoteHTTP", "SyncCore", "HTTPClient", "HTTPKit", "JSONKit", "WebSockets", "Support",
      ],
      swiftSettings: safe),
    .target(
      name: "RemoteCloudKit",
      dependencies: [
        "RemoteHTTP", "SyncCore", "HTTPClient", "HTTPKit", "JSONKit", "Crypto", "Support",
      ],
      swiftSettings: safe),
    .target(
      name: "TableService", dependencies: ["HTTPKit", "SQLiteKit", "JSONKit", "Support"],
      swiftSettings: safe),

    // Backups of a data directory.
    .target(
      name: "Backups", dependencies: ["SQLiteKit", "JSONKit", "Crypto", "Support"],
      swiftSettings: safe),

    // The console.
    .target(
      name: "ConsoleData",
      dependencies: [
        "SQLiteKit", "JSONKit", "Localization", "Support", "Crypto", "CSodium", "CZxcvbn",
        "CCommonPasswords",
      ],
      swiftSettings: strict),
    .target(
      name: "Console",
      dependencies: [
        "SyncCore", "SyncInspection", "ConsoleData", "HTTPKit", "TemplateKit", "QRCode", "Gzip",
        "JSONKit", "Localization", "Support", "Zones",
      ],
      swiftSettings: safe),
    .executableTarget(
      name: "syncline",
      dependencies: [
        "Backups", "Console", "ConsoleData", "HTTPServer", "HTTPKit", "TableService", "RemoteHTTP",
        "RemoteAzure", "RemoteParse", "RemoteCloudKit", "Crypto", "HTTPClient", "SyncCore",
        "SyncInspection", "JSONKit", "Localization", "TemplateKit", "Support", "Zones",
        "CAllocator",
      ],
      swiftSettings: strict),

    // Tests mirror targets.
    .target(
      name: "TestSupport",
      dependencies: [
        "RemoteHTTP", "SyncCore", "SyncInspection", "HTTPClient", "JSONKit", "HTTPKit", "Support",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    // Random histories of clients and a service, as a library, by command and as a test.
    .target(
      name: "Simulator",
      dependencies: [
        "RemoteAzure", "RemoteParse", "RemoteCloudKit", "RemoteHTTP", "SyncCore", "SyncInspection",
        "TableService", "HTTPClient", "HTTPKit", "JSONKit", "SQLiteKit", "Support", "TestSupport",
      ],
      path: "Tests/Simulator", swiftSettings: strict),
    .executableTarget(
      name: "syncline-simulate", dependencies: ["Simulator"], path: "Tests/SimulatorCommand",
      swiftSettings: strict),
    .testTarget(
      name: "SimulationTests", dependencies: ["Simulator", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SupportTests", dependencies: ["Support", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SQLiteKitTests", dependencies: ["SQLiteKit", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "BackupsTests", dependencies: ["Backups", "SQLiteKit", "Support", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CryptoTests", dependencies: ["Crypto", "Support", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: strict),
    .testTarget(
      name: "GzipTests", dependencies: ["Gzip", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ZonesTests", dependencies: ["Zones", "Support", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "JSONKitTests", dependencies: ["JSONKit", "Support", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPKitTests", dependencies: ["HTTPKit", "Support", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPServerTests", dependencies: ["HTTPServer", "HTTPKit", "Support", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPClientTests",
      dependencies: ["HTTPClient", "HTTPServer", "HTTPKit", "Support", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "WebSocketsTests", dependencies: ["WebSockets", "Support", "TestSupport"],
      exclude: ["talker.py"], swiftSettings: strict),
    .testTarget(
      name: "TemplateKitTests", dependencies: ["TemplateKit", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SyncCoreTests",
      dependencies: [
        "SyncCore", "SyncInspection", "SQLiteKit", "JSONKit", "Support", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RemoteHTTPTests",
      dependencies: [
        "RemoteHTTP", "SyncCore", "HTTPClient", "HTTPKit", "JSONKit", "Support", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RemoteAzureTests",
      dependencies: [
        "RemoteAzure", "RemoteHTTP", "SyncCore", "TableService", "HTTPServer", "HTTPClient",
        "HTTPKit", "JSONKit", "SQLiteKit", "Support", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RemoteParseTests",
      dependencies: [
        "RemoteParse", "SyncCore", "HTTPClient", "HTTPKit", "JSONKit", "Support", "TestSupport",
      ],
      swiftSettings: strict),
    // One suite for every adapter.
    .testTarget(
      name: "RemoteContractTests",
      dependencies: [
        "RemoteAzure", "RemoteParse", "RemoteCloudKit", "RemoteHTTP", "SyncCore", "TableService",
        "HTTPClient", "HTTPKit", "JSONKit", "SQLiteKit", "Support", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RemoteCloudKitTests",
      dependencies: [
        "RemoteCloudKit", "RemoteHTTP", "SyncCore", "Crypto", "HTTPClient", "HTTPKit", "JSONKit",
        "Support", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TableServiceTests",
      dependencies: [
        "TableService", "HTTPServer", "HTTPKit", "SQLiteKit", "JSONKit", "Support", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ConsoleDataTests",
      dependencies: ["ConsoleData", "SQLiteKit", "JSONKit", "Support", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "Console", "ConsoleData", "SyncCore", "SyncInspection", "SQLiteKit", "HTTPKit",
        "TemplateKit", "JSONKit", "Support", "Zones", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "syncline", "Backups", "Console", "ConsoleData", "RemoteParse", "HTTPClient", "HTTPKit",
        "HTTPServer", "JSONKit",
        "Localization", "SQLiteKit", "SyncCore", "Zones",
        "Support", "TableService", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "SyncCore", "JSONKit", "RemoteAzure", "HTTPClient", "HTTPServer", "TableService", "Support",
        "TestSupport",
      ],
      // The requirements that docs/security.md answers.
      exclude: ["asvs-5.0.txt"], swiftSettings: strict),
    // Corpus and random inputs for the parsers of untrusted data.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "syncline", "Console", "HTTPKit", "JSONKit", "Support", "SyncCore", "SyncInspection",
        "TableService", "TestSupport",
      ],
      exclude: ["Corpus"], swiftSettings: strict),
    .testTarget(
      name: "LocalizationTests",
      dependencies: ["Localization", "TemplateKit", "JSONKit", "Support"],
      swiftSettings: strict),
    .testTarget(name: "TidyTests", swiftSettings: strict),
  ]
)

// Some test targets alone, for builds that take long: see script/fuzz and script/sanitize.
if let names = Context.environment["SYNCLINE_TEST_TARGETS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}
