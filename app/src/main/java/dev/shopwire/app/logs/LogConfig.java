package dev.shopwire.app.logs;

import dev.shopwire.common.config.Settings;
import java.time.Duration;

/**
 * Settings of the log.
 *
 * @param json whether to log one JSON object per line instead of text
 * @param access whether to log a line per HTTP request
 * @param slowStatement statements that take longer are logged; zero for none
 */
public record LogConfig(boolean json, boolean access, Duration slowStatement) {
  public static LogConfig of(Settings settings) {
    String format = settings.text("log.format", "text");
    if (!format.equals("text") && !format.equals("json")) {
      throw settings.invalid("log.format", "text or json", format);
    }
    return new LogConfig(
        format.equals("json"),
        settings.bool("log.access", false),
        settings.millis("log.slow.query.millis", 1_000));
  }
}
