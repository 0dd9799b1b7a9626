package dev.shopwire.enrichment.search;

import java.util.Arrays;
import java.util.Optional;

/**
 * A field that every customer has, besides the custom ones. An index has each in its order; of the
 * time when a customer was last seen only the hour: the time changes with every event, and an index
 * of it would make each of these updates write all indexes of customers. That index exists once the
 * background has created it.
 */
enum Member {
  DOMAIN("myplatformDomain", "c", "domain", Kind.TEXT),
  NAME("name", "p", "name", Kind.TEXT),
  EMAIL("email", "p", "email", Kind.TEXT),
  FIRST_SEEN("firstSeenAt", "c", "first_seen_at", Kind.TIME),
  LAST_SEEN("lastSeenAt", "c", "last_seen_at", Kind.TIME),
  AFFILIATE("affiliate", "c", "id", Kind.AFFILIATE);

  private final String apiName;
  private final String alias;
  private final String column;
  private final Kind kind;

  /**
   * @param alias of the table in lists: {@code c} for customers, {@code p} for profiles
   */
  Member(String apiName, String alias, String column, Kind kind) {
    this.apiName = apiName;
    this.alias = alias;
    this.column = column;
    this.kind = kind;
  }

  static Optional<Member> of(String apiName) {
    return Arrays.stream(values()).filter(each -> each.apiName.equals(apiName)).findFirst();
  }

  String apiName() {
    return apiName;
  }

  Kind kind() {
    return kind;
  }

  /** The column in lists. */
  String sql() {
    return sql(alias);
  }

  /** The column of the table {@code of}. */
  String sql(String of) {
    return of + "." + column;
  }

  /** Whether the value may be missing and may be long, as those of profiles. */
  boolean isOfProfile() {
    return alias.equals("p");
  }

  /** The table or view, and its column with the customer's id. */
  String table() {
    return isOfProfile() ? "customer_profiles" : "tenancy_customers";
  }

  String idColumn() {
    return isOfProfile() ? "customer_id" : "id";
  }
}
