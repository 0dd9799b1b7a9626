package dev.shopwire.embedded;

import java.nio.file.FileSystems;

/** The one platform that the bundled program is built for. */
final class Platform {
  private static final String SUPPORTED = "Linux amd64";

  private Platform() {}

  /** Throws a {@link StoreException} that names the setting unless this is that platform. */
  static void require() {
    require(System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""));
  }

  /** Elsewhere there are no modes to keep other users from the passwords. */
  static void requirePosixFiles() {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      require();
    }
  }

  static void require(String platform) {
    if (!platform.equals(SUPPORTED)) {
      throw new StoreException(
          "Embedded PostgreSQL: for Linux x86-64 (amd64) only, and this is %s. Set SHOPWIRE_POSTGRES_URI to use a server of your own."
              .formatted(platform));
    }
  }
}
