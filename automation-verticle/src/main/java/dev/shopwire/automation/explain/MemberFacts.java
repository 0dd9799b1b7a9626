package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Leaf.Member;
import dev.shopwire.automation.conditions.Leaf.MemberLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.sql.SqlScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** A built-in field of a customer, and the push that wrote it. */
final class MemberFacts implements LeafFacts {
  private final MemberLeaf leaf;

  MemberFacts(MemberLeaf leaf) {
    this.leaf = leaf;
  }

  @Override
  public Future<Facts> read(Subject subject) {
    return subject
        .query(this::sql, row -> facts(row, subject))
        .map(
            found ->
                found.isEmpty()
                    ? new Facts(FactJson.missing(), List.of(), Optional.empty())
                    : found.get(0));
  }

  private String sql(SqlScope scope) {
    return switch (leaf.member()) {
      case NAME, EMAIL ->
          """
          select m.%1$s as text, m.%1$s_changed_at as changed_at, m.%1$s_changed_app as changed_app,
            m.%1$s_request_id as request_id
          from customer_names m where m.workspace_id = %2$s and m.customer_id = k.id"""
              .formatted(leaf.member().word(), scope.workspace());
      case DOMAIN -> customer("m.domain as text", scope);
      case FIRST_SEEN_AT -> customer("m.first_seen_at as time", scope);
      case LAST_SEEN_AT -> customer("m.last_seen_at as time", scope);
    };
  }

  private static String customer(String column, SqlScope scope) {
    return "select %s from tenancy_customers m where m.workspace_id = %s and m.id = k.id"
        .formatted(column, scope.workspace());
  }

  private Facts facts(Row row, Subject subject) {
    if (leaf.member().isTime()) {
      OffsetDateTime time = row.getOffsetDateTime("time");
      TimeRange range = TimeRange.of(leaf.test(), subject.scope().zone());
      return new Facts(
          FactJson.time(time),
          List.of(),
          TimeForecast.nextChange(List.of(time.toInstant()), List.of(range), subject.now()));
    }
    JsonNode value = FactJson.text(row.getString("text"));
    return new Facts(
        value,
        leaf.member() == Member.DOMAIN
            ? List.of()
            : Provenance.read(row, value, subject.vocabulary()).stream()
                .map(Provenance::json)
                .toList(),
        Optional.empty());
  }
}
