package dev.shopwire.automation.names;

import java.util.Set;

/**
 * What a condition mentions of which a workspace may have too many to load them all.
 *
 * @param affiliateNames as in a text
 * @param affiliates ids, as in JSON
 */
public record Mentions(Set<String> affiliateNames, Set<Long> affiliates) {
  public static final Mentions NONE = new Mentions(Set.of(), Set.of());

  public Mentions {
    affiliateNames = Set.copyOf(affiliateNames);
    affiliates = Set.copyOf(affiliates);
  }
}
