package dev.shopwire.app;

import dev.shopwire.common.resources.Resources;
import java.io.IOException;
import java.io.StringReader;
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
    try {
      properties.load(new StringReader(Resources.text("/dev/shopwire/app/version.properties")));
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
