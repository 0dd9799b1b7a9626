package dev.shopwire.embedded;

import java.nio.file.FileSystems;

/** Checks for the only platform that the bundled program supports. */
final class Platform {
  private static final String SUPPORTED = "Linux amd64";

  private Platform() {}

  /** Throws a {@link StoreException} with advice unless the platform is supported. */
  static void require() {
    require(System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""));
  }

  /** Without POSIX modes, other users could read the passwords. */
  static void requirePosixFiles() {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      require();
    }
  }

  static void require(String platform) {
    if (!platform.equals(SUPPORTED)) {
      throw new StoreException(
          "The embedded PostgreSQL supports only Linux x86-64 (amd64), not %s. Set SHOPWIRE_POSTGRES_URI to use an external server."
              .formatted(platform));
    }
  }
}
