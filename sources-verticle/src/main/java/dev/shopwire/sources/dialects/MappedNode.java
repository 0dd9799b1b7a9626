package dev.shopwire.sources.dialects;

import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A node of a response as its dialect maps it.
 *
 * @param key identifies it within its stream
 * @param type the platform's name of what happened; empty if it has none
 * @param problem why it is rejected; empty unless it is
 * @param kind empty unless it is a record
 * @param at empty if it has none that can be read
 * @param shop empty if it names none
 * @param hides whether the platform hides the shop's domain or name
 * @param digest equal for nodes of equal content, whether or not the platform hides the shop's
 *     domain and name
 * @param raw the node as JSON text
 */
public record MappedNode(
    String key,
    Outcome outcome,
    String type,
    Optional<String> problem,
    Optional<RecordKind> kind,
    Optional<Instant> at,
    Optional<ShopIdentity> shop,
    boolean hides,
    RecordDetails details,
    String digest,
    String raw) {

  /** What becomes of a node. */
  public enum Outcome {
    RECORD,
    /** Of a type that the dialect doesn't have. */
    UNKNOWN,
    /** It lacks what its kind needs. */
    REJECTED;

    /** The name in the database. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether it is neither money nor about a shop. */
  public boolean isUnattributed() {
    return shop.isEmpty() && kind.filter(value -> !value.isMoney()).isPresent();
  }

  public MappedNode withShop(Optional<ShopIdentity> other) {
    return new MappedNode(
        key, outcome, type, problem, kind, at, other, hides, details, digest, raw);
  }

  public MappedNode withKey(String other) {
    return new MappedNode(
        other, outcome, type, problem, kind, at, shop, hides, details, digest, raw);
  }
}
