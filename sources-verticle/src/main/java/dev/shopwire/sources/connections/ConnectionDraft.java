package dev.shopwire.sources.connections;

import dev.shopwire.sources.dialects.Dialect;
import java.time.LocalDate;
import java.util.Map;

/**
 * A connection that is tried before it is stored.
 *
 * @param values of all parameters, secrets included
 * @param since the first date to fetch
 */
public record ConnectionDraft(Dialect dialect, Map<String, String> values, LocalDate since) {
  public ConnectionDraft {
    values = Map.copyOf(values);
  }

  /** Without values, some of which are secrets. */
  @Override
  public String toString() {
    return "ConnectionDraft of " + dialect.name();
  }
}
