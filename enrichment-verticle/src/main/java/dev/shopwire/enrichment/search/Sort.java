package dev.shopwire.enrichment.search;

import java.util.Optional;

/**
 * The order of a list: by the values of a field, then by id; customers without a value last.
 *
 * @param field empty for the id
 */
record Sort(Optional<SearchField> field, boolean isDescending) {
  static final String BY_ID = "id";

  /**
   * How many characters of a text count, so that a cursor fits into a request: a name has no more.
   */
  static final int MAX_TEXT = 1_000;

  /**
   * Where a page starts: after a customer with this value and id.
   *
   * @param value as text; empty if the customer has none, or if the list is ordered by id
   */
  record Position(Optional<String> value, long id) {
    String encode() {
      return id + value.map(text -> " " + text).orElse("");
    }

    static Position parse(String text) {
      String[] parts = text.split(" ", 2);
      return new Position(
          parts.length < 2 ? Optional.empty() : Optional.of(parts[1]), Long.parseLong(parts[0]));
    }
  }

  /** Which way the values go in SQL. */
  String direction() {
    return isDescending ? "desc" : "asc";
  }

  /** The sign of what comes after a value. */
  String afterSign() {
    return isDescending ? "<" : ">";
  }

  /**
   * SQL for the value of a customer.
   *
   * @param id SQL for the customer's id; other columns are those of {@code c} and the profile
   *     {@code p}
   */
  String valueSql(String id, Params params) {
    return field
        .map(found -> found.kind().sortable(valueSql(found, id, params)))
        .orElse("null::text");
  }

  /** SQL that joins to the ids {@code k} what {@link #valueSql} needs. */
  String joinsSql(Params params) {
    return field
        .filter(SearchField.OfCustomer.class::isInstance)
        .map(found -> ((SearchField.OfCustomer) found).member())
        .map(
            member ->
                member.isOfProfile()
                    ? "left join customer_profiles p on p.workspace_id = %s and p.customer_id = k.id\n"
                    : "join tenancy_customers c on c.workspace_id = %s and c.id = k.id\n")
        .map(join -> join.formatted(params.workspace()))
        .orElse("");
  }

  private static String valueSql(SearchField field, String id, Params params) {
    if (field instanceof SearchField.OfCustomer own) {
      return own.member().sql();
    }
    SearchField.Custom custom = (SearchField.Custom) field;
    return """
        (select %s from custom_field_values s
          where s.workspace_id = %s and s.customer_id = %s and s.field_id = %s and s.app_id = %s
          offset 0)"""
        .formatted(
            valueColumn(custom.kind()),
            params.workspace(),
            id,
            params.add(custom.field().id()),
            params.add(custom.app()));
  }

  private static String valueColumn(Kind kind) {
    return switch (kind) {
      case NUMBER -> "s.number_value";
      case BOOLEAN -> "s.boolean_value";
      default -> "left(coalesce(s.text_value, s.long_value), " + MAX_TEXT + ")";
    };
  }

  private Kind kind() {
    return field.map(SearchField::kind).orElse(Kind.TEXT);
  }

  /** SQL that orders rows with {@code sort_value} and {@code id}. */
  String orderSql() {
    return field.isEmpty()
        ? "id " + direction()
        : kind().sortable("sort_value") + " " + direction() + " nulls last, id";
  }

  /** The SQL condition on rows with {@code sort_value} and {@code id}. */
  String afterSql(Optional<Position> after, Params params) {
    if (after.isEmpty()) {
      return "true";
    }
    String id = params.add(after.get().id());
    if (field.isEmpty()) {
      return "id " + afterSign() + " " + id;
    }
    if (after.get().value().isEmpty()) {
      return "sort_value is null and id > " + id;
    }
    String value = params.add(after.get().value().get()) + "::text::" + kind().sqlType();
    String column = kind().sortable("sort_value");
    return "(%s %s %s or (sort_value = %s and id > %s) or sort_value is null)"
        .formatted(column, afterSign(), value, value, id);
  }
}
