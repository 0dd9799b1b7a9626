package dev.shopwire.sources.records;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A record of the partner interface, as the dialect maps it: something that happened to a shop or
 * money that was earned.
 *
 * @param appId the app of the connection that fetched it
 * @param stream the dialect's stream
 * @param key identifies it within the stream: the platform's id, otherwise the SHA-256 of its
 *     natural key in hexadecimal digits
 * @param id the id that the API shows, unique within the app
 * @param kind what happened
 * @param type the platform's own name of it
 * @param at when it happened
 * @param shop empty if the record names none
 * @param customerId the customer of the shop; empty if all that is known of the shop is hidden
 * @param details the values of its kind
 */
public record PartnerRecord(
    long appId,
    String stream,
    String key,
    String id,
    RecordKind kind,
    String type,
    Instant at,
    Optional<ShopIdentity> shop,
    Optional<Long> customerId,
    RecordDetails details) {
  /**
   * The order in which records take effect; independent of the order in which they were fetched.
   */
  public static final Comparator<PartnerRecord> ORDER =
      Comparator.comparing(PartnerRecord::at)
          .thenComparing(PartnerRecord::kind)
          .thenComparing(PartnerRecord::key)
          .thenComparing(PartnerRecord::stream);

  public PartnerRecord withCustomer(Optional<Long> customer) {
    return new PartnerRecord(appId, stream, key, id, kind, type, at, shop, customer, details);
  }

  public PartnerRecord withId(String newId) {
    return new PartnerRecord(appId, stream, key, newId, kind, type, at, shop, customerId, details);
  }

  /** Whether it is an earning that counts: no test, and with an amount and a currency. */
  public boolean isEarning() {
    return kind == RecordKind.EARNING
        && !details.test()
        && details.net().isPresent()
        && details.currency().isPresent();
  }
}
