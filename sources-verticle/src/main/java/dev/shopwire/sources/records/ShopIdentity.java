package dev.shopwire.sources.records;

import java.util.Optional;

/**
 * The shop that a record names; at least one of {@code id} and {@code domain} is present.
 *
 * @param id at the platform
 * @param domain normalized; empty if there is none, or if the platform hides it
 * @param name as the platform shows it; empty if there is none, or if the platform hides it
 */
public record ShopIdentity(Optional<String> id, Optional<String> domain, Optional<String> name) {

  /** What identifies the shop within an app: its id, otherwise its domain. */
  public String key() {
    return id.or(() -> domain).orElse("");
  }
}
