package dev.shopwire.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The version of this build.
 *
 * @param number the project's version
 * @param revision the commit, or {@code unknown} if the build didn't set it ({@code
 *     -Dshopwire.revision=…})
 */
record Version(String number, String revision) {

  static Version current() {
    Properties properties = new Properties();
    try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Version(
        properties.getProperty("version", "unknown"),
        properties.getProperty("revision", "unknown"));
  }

  @Override
  public String toString() {
    return "shopwire " + number + " (revision " + revision + ")";
  }
}
