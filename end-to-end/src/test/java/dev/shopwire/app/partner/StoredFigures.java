package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import dev.shopwire.testing.Sql;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares what reports read of an app with the same computed from all records. */
final class StoredFigures {
  /** Rows of either that the other lacks. */
  private static final String OTHER_SUMS =
      """
      with stored as (
        select hour, currency, category, is_named, settled_on, earnings, net, gross, fee
        from partner_connections c
        join partner_earning_hours h on h.app_id = c.app_id and h.fetch_id = c.shown_id
        where c.app_id = %1$s),
      computed as (
        select date_trunc('hour', r.at, 'UTC'), r.currency, coalesce(r.category, 'other'),
          r.shop is not null, coalesce(r.settled_on, 'infinity'), count(*), sum(r.net),
          sum(coalesce(r.gross, r.net)), sum(coalesce(r.fee, 0))
        from partner_connections c
        join partner_streams s on s.app_id = c.app_id and s.fetch_id = c.shown_id
        join partner_records r on r.app_id = s.app_id and r.fetch_id = s.fetch_id
          and r.stream = s.name and r.pass <= s.pass
        where c.app_id = %1$s and r.outcome = 'record' and r.kind = 'earning' and not r.is_test
          and r.net is not null and r.currency is not null
        group by 1, 2, 3, 4, 5)
      select coalesce(string_agg(other::text, ' '), '') from (
        (table stored except table computed) union all (table computed except table stored)) other
      """;

  private static final String HISTORIES =
      """
      select string_agg(
        l.shop || '=' || encode(l.history, 'hex') || '=' || encode(l.history_keys, 'hex'), ';')
      from partner_connections c
      join partner_lifecycles l on l.app_id = c.app_id and l.fetch_id = c.shown_id
      where c.app_id = %s
      """;
  private static final String COMPLETE_TO =
      """
      select to_char(t.complete_to at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
      from partner_connections c
      join partner_lifecycle_times t on t.app_id = c.app_id and t.fetch_id = c.shown_id
      where c.app_id = %s
      """;

  private StoredFigures() {}

  /** Checks an app of which everything is computed. */
  static void check(Sql sql, PartnerFixture fixture) {
    String app = fixture.app().appId();
    assertEquals("", sql.text(OTHER_SUMS.formatted(app)));
    Instant completeTo = OffsetDateTime.parse(sql.text(COMPLETE_TO.formatted(app))).toInstant();
    Map<String, StoredHistory> stored = histories(sql, app);
    int withEarnings = 0;
    for (PairHistory pair : ListedPairs.of(fixture).pairs(completeTo)) {
      if (pair.shop().isPresent()) {
        StoredHistory history =
            stored.getOrDefault(
                pair.shop().get(), new StoredHistory(List.of(), List.of(), Map.of()));
        assertEquals(pair.transitions(), history.transitions(), pair::toString);
        assertEquals(pair.spans(), history.spans(), pair::toString);
        assertEquals(firstEarnings(pair, completeTo), history.firstEarnings(), pair::toString);
        withEarnings += history.firstEarnings().isEmpty() ? 0 : 1;
      }
    }
    int pairs = withEarnings;
    assertTrue(pairs > 3, () -> pairs + " pairs with earnings");
  }

  private static Map<String, Instant> firstEarnings(PairHistory pair, Instant completeTo) {
    return pair.earnings().stream()
        .filter(earning -> earning.at().isBefore(completeTo))
        .collect(
            Collectors.toMap(
                Earning::currency, Earning::at, (one, other) -> one.isBefore(other) ? one : other));
  }

  private static Map<String, StoredHistory> histories(Sql sql, String app) {
    Map<String, StoredHistory> histories = new HashMap<>();
    for (String row : sql.text(HISTORIES.formatted(app)).split(";", -1)) {
      List<String> parts = List.of(row.split("=", -1));
      histories.put(
          parts.get(0),
          StoredHistory.decode(
              new StoredHistory.Columns(bytes(parts.get(1)), bytes(parts.get(2)))));
    }
    return histories;
  }

  private static Buffer bytes(String hex) {
    return Buffer.buffer(HexFormat.of().parseHex(hex));
  }
}
