package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf.CreditLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.sql.CreditSql;
import dev.shopwire.automation.sql.SqlScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;

/** The number of a customer's credits that satisfy the filters, and the newest of them. */
final class CreditFacts implements LeafFacts {
  private final CreditLeaf leaf;

  CreditFacts(CreditLeaf leaf) {
    this.leaf = leaf;
  }

  @Override
  public Future<Facts> read(Subject subject) {
    return subject.query(this::sql, row -> row).map(rows -> facts(rows, subject));
  }

  /** A customer has one credit per app at most; those that time may let in are read, too. */
  private String sql(SqlScope scope) {
    return """
        select c.app_id as app, c.code, c.credited_at as at, a.name as affiliate
        from (select * from %s and c.customer_id = k.id) c
        left join affiliate_names a on a.workspace_id = %s and a.id = c.affiliate_id
        order by c.credited_at desc, c.app_id"""
        .formatted(CreditSql.rows(scope, leaf, false), scope.workspace());
  }

  private Facts facts(List<Row> rows, Subject subject) {
    List<TimeRange> ranges = CreditSql.times(subject.scope(), leaf);
    List<Row> found =
        rows.stream()
            .filter(
                row -> ranges.stream().allMatch(range -> range.contains(time(row), subject.now())))
            .toList();
    return new Facts(
        FactJson.number(found.size()),
        found.stream().limit(Facts.MAX_EVIDENCE).map(row -> evidence(row, subject)).toList(),
        TimeForecast.nextChange(
            rows.stream().map(CreditFacts::time).toList(), ranges, subject.now()));
  }

  private static Instant time(Row row) {
    return row.getOffsetDateTime("at").toInstant();
  }

  private static ObjectNode evidence(Row row, Subject subject) {
    ObjectNode json = FactJson.object();
    json.set("app", FactJson.app(subject.vocabulary(), row.getLong("app")));
    json.set("affiliate", FactJson.text(row.getString("affiliate")));
    json.set("code", FactJson.text(row.getString("code")));
    json.set("at", FactJson.time(row.getOffsetDateTime("at")));
    return json;
  }
}
