package dev.shopwire.embedded;

import java.util.HashMap;
import java.util.Map;

/**
 * How to run one embedded store.
 *
 * @param port TCP port on 127.0.0.1, or 0 for a free one
 * @param settings server settings under the server's own names ({@code shared_buffers}, {@code
 *     maxmemory}); they win over this module's defaults, except for those that decide where the
 *     server listens, who may enter and where it keeps its files
 */
public record StoreOptions(int port, Map<String, String> settings) {
  public StoreOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be within 0..65535, but is " + port);
    }
    settings = Map.copyOf(settings);
  }

  /** A free port and this module's settings. */
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
