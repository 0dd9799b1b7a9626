package dev.shopwire.sources.fence;

import java.util.Locale;

/** The kinds of databases that can be read. */
public enum Engine {
  POSTGRESQL(5_432),
  /** MySQL 8 and MariaDB. */
  MYSQL(3_306);

  private final int port;

  Engine(int port) {
    this.port = port;
  }

  /** The port of a URI that has none. */
  int port() {
    return port;
  }

  /** As in the API and in the scheme of a URI. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one with this id. */
  public static Engine of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
