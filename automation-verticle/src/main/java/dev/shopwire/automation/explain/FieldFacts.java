package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.names.Vocabulary.Field;
import dev.shopwire.automation.sql.FieldRows;
import dev.shopwire.automation.sql.JsonTest;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.events.PropertyPath;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The value of a custom field, and the push that wrote it. */
final class FieldFacts implements LeafFacts {
  private final FieldLeaf leaf;

  FieldFacts(FieldLeaf leaf) {
    this.leaf = leaf;
  }

  /**
   * A stored value.
   *
   * @param value in JSON: what the leaf tests of it
   * @param instant that the value names, if it is a date
   */
  private record Stored(
      JsonNode value, @Nullable OffsetDateTime instant, Optional<Provenance> provenance) {

    static Stored read(Row row, Subject subject) {
      JsonNode value =
          row.getString("text") != null
              ? FactJson.text(row.getString("text"))
              : FactJson.raw(row.getString("json"));
      return new Stored(
          value,
          row.getOffsetDateTime("instant"),
          Provenance.read(row, value, subject.vocabulary()));
    }
  }

  @Override
  public Future<Facts> read(Subject subject) {
    return subject
        .query(this::values, row -> Stored.read(row, subject))
        .compose(
            values ->
                values.isEmpty()
                    ? subject
                        .query(
                            this::unset,
                            row -> Provenance.read(row, FactJson.missing(), subject.vocabulary()))
                        .map(unset -> facts(subject, values, unset.stream()))
                    : Future.succeededFuture(
                        facts(subject, values, values.stream().map(Stored::provenance))));
  }

  private String values(SqlScope scope) {
    FieldRows rows = FieldRows.of(scope, leaf);
    return leaf.path()
        .map(path -> atPath(rows, path))
        .orElseGet(
            () ->
                """
                select coalesce(v.text_value, case when %1$s <> 'json' then v.long_value end)
                    as text,
                  coalesce(v.number_value::text, v.boolean_value::text,
                    case when %1$s = 'json' and json_or_null(v.long_value) is not null
                      then v.long_value end) as json,
                  v.instant_value as instant, v.changed_at, v.changed_app, v.request_id
                from %2$s
                order by v.app_id"""
                    .formatted(rows.type(), rows.ofCustomer("")));
  }

  private static String atPath(FieldRows rows, PropertyPath path) {
    return """
        select null::text as text, nullif(j.item, 'null'::jsonb)::text as json, %s as instant,
          v.changed_at, v.changed_app, v.request_id
        from %s
        order by v.app_id"""
        .formatted(JsonTest.instant("j.item"), rows.ofCustomer(rows.asJson(rows.atPath(path))));
  }

  private String unset(SqlScope scope) {
    return """
        select v.unset_at as changed_at, v.unset_app as changed_app, v.request_id
        from unset_field_values v
        where v.workspace_id = %s and v.customer_id = k.id and v.field_id = %s%s"""
        .formatted(
            scope.workspace(),
            scope.add(leaf.field()),
            leaf.app() == 0 ? "" : " and v.app_id = " + scope.add(leaf.app()));
  }

  private Facts facts(
      Subject subject, List<Stored> values, Stream<Optional<Provenance>> provenance) {
    List<Instant> instants =
        values.stream()
            .map(Stored::instant)
            .filter(Objects::nonNull)
            .map(OffsetDateTime::toInstant)
            .toList();
    List<ObjectNode> evidence =
        provenance
            .flatMap(Optional::stream)
            .sorted(Comparator.comparing(Provenance::at).reversed())
            .limit(Facts.MAX_EVIDENCE)
            .map(Provenance::json)
            .toList();
    return new Facts(value(subject, values), evidence, nextChange(subject, instants));
  }

  private JsonNode value(Subject subject, List<Stored> values) {
    Field field = subject.vocabulary().fields().get(leaf.field());
    if (leaf.app() == 0 && field != null && field.isPerApp()) {
      ArrayNode list = FactJson.list();
      values.stream().map(Stored::value).filter(value -> !value.isNull()).forEach(list::add);
      return list;
    }
    return values.isEmpty() ? FactJson.missing() : values.get(0).value();
  }

  private Optional<Instant> nextChange(Subject subject, List<Instant> instants) {
    return JsonTest.isOfTime(leaf.test())
        ? TimeForecast.nextChange(
            instants, List.of(TimeRange.of(leaf.test(), subject.scope().zone())), subject.now())
        : Optional.empty();
  }
}
