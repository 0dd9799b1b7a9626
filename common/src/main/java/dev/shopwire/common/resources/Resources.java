package dev.shopwire.common.resources;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads files that are part of the build from the class path. Blocks, so call it at the start.
 * Thread-safe.
 */
public final class Resources {
  private Resources() {}

  /**
   * @param path absolute, such as {@code /dev/shopwire/ingest/admission.lua}
   * @throws IllegalStateException if the build lacks the file
   */
  public static byte[] bytes(String path) {
    try (InputStream in = Resources.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + " is missing from the build");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same as text in UTF-8. */
  public static String text(String path) {
    return new String(bytes(path), StandardCharsets.UTF_8);
  }
}
