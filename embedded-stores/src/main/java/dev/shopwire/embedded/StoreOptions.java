package dev.shopwire.embedded;

import java.util.HashMap;
import java.util.Map;

/**
 * The options of an embedded store.
 *
 * @param port TCP port on 127.0.0.1, or 0 for a free one
 * @param settings server settings by the server's own names ({@code shared_buffers}); they override
 *     this module's defaults, except for addresses, authentication and file locations
 */
public record StoreOptions(int port, Map<String, String> settings) {
  public StoreOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be from 0 to 65535, got " + port);
    }
    settings = Map.copyOf(settings);
  }

  /** A free port and the default settings. */
  public static StoreOptions defaults() {
    return new StoreOptions(0, Map.of());
  }

  public StoreOptions withPort(int port) {
    return new StoreOptions(port, settings);
  }

  public StoreOptions with(String setting, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(setting, value);
    return new StoreOptions(port, more);
  }
}
