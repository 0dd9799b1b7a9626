package dev.shopwire.common.config;

import java.nio.file.Path;
import java.time.Duration;

/** The settings that several modules read, each declared once. */
public final class SharedSettings {
  private SharedSettings() {}

  /** The directory for files that a process creates. */
  public static Path dataDirectory(Settings settings) {
    return Path.of(settings.text("data.dir", "data"));
  }

  /** How long a request's body may take to arrive, and its response to be read. */
  public static Duration requestTime(Settings settings) {
    return settings.millis("http.request.millis", 30_000);
  }

  /** The maximum size of a request body, both as sent and decompressed. */
  public static int bodyBytes(Settings settings) {
    return settings.integer("limits.body.bytes", 1 << 20, 1_024, 64 << 20);
  }

  /** The maximum size of a usage event's properties. */
  public static int propertiesBytes(Settings settings) {
    return settings.integer("limits.properties.bytes", 32 << 10, 2, 1 << 20);
  }

  /** The maximum length of a custom field's text, in characters. */
  public static int fieldTextLength(Settings settings) {
    return settings.integer("limits.field.text.length", 4_096, 1, 1 << 20);
  }

  /** The maximum size of a custom field's JSON in compact form, in UTF-8. */
  public static int fieldJsonBytes(Settings settings) {
    return settings.integer("limits.field.json.bytes", 16 << 10, 2, 1 << 20);
  }

  /** The maximum size of all custom-field values of a customer together, in UTF-8. */
  public static int fieldCustomerBytes(Settings settings) {
    return settings.integer("limits.fields.customer.bytes", 1 << 20, 1_024, 2 << 20);
  }

  /** The maximum depth of a custom field's JSON. */
  public static int fieldJsonDepth(Settings settings) {
    return settings.integer("limits.field.json.depth", 16, 1, 100);
  }
}
