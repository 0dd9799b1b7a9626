package dev.shopwire.sources.pull;

import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.records.ShopIdentity;
import java.util.Optional;

/** Keeps what is known of a record's shop when the platform hides it later. */
final class KnownShop {
  private KnownShop() {}

  /**
   * The node with the known domain and name in place of those that it hides or lacks.
   *
   * @param shop the key of the known shop
   */
  static MappedNode keep(
      Optional<String> domain, Optional<String> name, Optional<String> shop, MappedNode node) {
    if (!node.hides()) {
      return node;
    }
    Optional<ShopIdentity> hidden = node.shop();
    // Without an id the domain is the key.
    Optional<ShopIdentity> kept =
        hidden
            .map(
                found ->
                    new ShopIdentity(
                        found.id(), found.domain().or(() -> domain), found.name().or(() -> name)))
            .or(
                () ->
                    domain
                        .filter(known -> shop.filter(known::equals).isPresent())
                        .map(
                            known -> new ShopIdentity(Optional.empty(), Optional.of(known), name)));
    return node.withShop(kept);
  }
}
