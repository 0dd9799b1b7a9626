package dev.shopwire.enrichment.search;

import dev.shopwire.enrichment.search.SearchField.Custom;
import dev.shopwire.enrichment.search.SearchField.OfCustomer;
import dev.shopwire.enrichment.search.Sort.Position;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Writes the statements that read the values of one field in the order of their index, a limited
 * number from a position on, each with its customer.
 *
 * @param from the rows {@code s} with a value
 * @param value SQL for the value
 * @param indexed what the index has of the value; empty if all of it
 * @param id SQL for the customer's id
 */
record SortSource(String from, String value, Optional<Indexed> indexed, String id, Kind kind) {

  /**
   * A function of the values that keeps their order.
   *
   * @param column SQL for what the index has
   * @param of writes SQL for the same of a value
   */
  record Indexed(String column, UnaryOperator<String> of) {}

  /**
   * @param hasHours whether an index has the hours in which customers were last seen
   */
  static SortSource of(Criteria criteria, SearchField field, boolean hasHours, Params params) {
    SortSource source =
        field instanceof Custom custom
            ? custom(custom, params)
            : own(((OfCustomer) field).member(), hasHours, params);
    StringBuilder from = new StringBuilder(source.from());
    // The list's own conditions on the value, so that the values before them are skipped.
    criteria.conditions().stream()
        .filter(condition -> !condition.isNegation() && isSame(condition.field(), field))
        .forEach(
            condition ->
                from.append("\n  and ")
                    .append(ConditionSql.testSortValue(condition, hasHours, params)));
    return new SortSource(
        from.toString(), source.value(), source.indexed(), source.id(), source.kind());
  }

  /** Whether a condition on {@code field} concerns the values that are sorted by. */
  static boolean isSame(SearchField field, SearchField sorted) {
    if (field instanceof Custom one && sorted instanceof Custom other) {
      return one.field().id() == other.field().id() && one.app() == other.app();
    }
    return field.equals(sorted);
  }

  private static SortSource custom(Custom custom, Params params) {
    String column =
        switch (custom.kind()) {
          case NUMBER -> "s.number_value";
          case BOOLEAN -> "s.boolean_value";
          default -> "s.text_value";
        };
    String app = custom.isOfOneApp() ? " and s.app_id = " + params.add(custom.app()) : "";
    return new SortSource(
        "custom_field_values s where s.workspace_id = %s and s.field_id = %s%s and %s is not null"
            .formatted(params.workspace(), params.add(custom.field().id()), app, column),
        column,
        Optional.empty(),
        "s.customer_id",
        custom.kind());
  }

  private static SortSource own(Member member, boolean hasHours, Params params) {
    String column = member.sql("s");
    return new SortSource(
        "%s s where s.workspace_id = %s and %s is not null"
            .formatted(member.table(), params.workspace(), column),
        member.kind().sortable(column),
        indexed(member, column, hasHours),
        "s." + member.idColumn(),
        member.kind());
  }

  private static Optional<Indexed> indexed(Member member, String column, boolean hasHours) {
    if (member.isOfProfile()) {
      return Optional.of(new Indexed(prefixOf(column), SortSource::prefixOf));
    }
    return member == Member.LAST_SEEN && hasHours
        ? Optional.of(new Indexed(ValueSql.LAST_SEEN_HOUR, ValueSql::lastSeenHour))
        : Optional.empty();
  }

  private static String prefixOf(String text) {
    return "left(" + text + ", " + ValueSql.INDEXED_PREFIX + ") collate \"C\"";
  }

  /** Ascending, from after a position on. */
  String ascending(Optional<Position> after, Params params, int size) {
    String condition = "true";
    if (after.isPresent()) {
      String parameter = parameter(after.get(), params);
      condition =
          "%s(%s, %s) > (%s, %s)"
              .formatted(
                  compareIndexed(">=", parameter),
                  value,
                  id,
                  parameter,
                  params.add(after.get().id()));
    }
    return """
        select %s::text as value, %s as id from %s
          and %s
        order by %s%s, %s limit %s
        """
        .formatted(value, id, from, condition, indexed(","), value, id, params.add((long) size));
  }

  /** All with the position's value and a greater id. */
  String withSameValue(Position after, Params params, int size) {
    String parameter = parameter(after, params);
    return """
        select %s::text as value, %s as id from %s
          and %s%s = %s and %s > %s
        order by %s limit %s
        """
        .formatted(
            value,
            id,
            from,
            compareIndexed("=", parameter),
            value,
            parameter,
            id,
            params.add(after.id()),
            id,
            params.add((long) size));
  }

  /**
   * Descending, below the position's value; those of the last value may be incomplete. Equal values
   * have the same {@code place}.
   */
  String descending(Optional<Position> below, Params params, int size) {
    String condition = "true";
    if (below.isPresent()) {
      String parameter = parameter(below.get(), params);
      condition = compareIndexed("<=", parameter) + value + " < " + parameter;
    }
    return """
        select value::text as value, id, dense_rank() over (order by %s desc) as place
        from (
          select %s as value, %s as id from %s
            and %s
          order by %s%s desc limit %s
        ) below
        order by place, id
        """
        .formatted(
            kind.sortable("value"),
            value,
            id,
            from,
            condition,
            indexed(" desc,"),
            value,
            params.add((long) size));
  }

  private String parameter(Position position, Params params) {
    return params.add(position.value().orElse("")) + "::text::" + kind.sqlType();
  }

  /** Compares what is in the index too, if that is less than the value. */
  private String compareIndexed(String sign, String parameter) {
    return indexed
        .map(part -> part.column() + " " + sign + " " + part.of().apply(parameter) + " and ")
        .orElse("");
  }

  private String indexed(String separator) {
    return indexed.map(part -> part.column() + separator + " ").orElse("");
  }
}
