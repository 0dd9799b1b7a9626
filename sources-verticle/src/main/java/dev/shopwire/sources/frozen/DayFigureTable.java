package dev.shopwire.sources.frozen;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The table of figures of frozen days. What is zero has no row. Methods run on the caller's event
 * loop; of many rows, few thousand are written by one statement.
 */
final class DayFigureTable {
  private static final int DELETE_BATCH = 5_000;

  private static final String FIGURES =
      "unnest($3::date[], $4::text[], $5::text[], $6::text[]) as n (day, metric, currency, value)";
  private static final String CHANGES =
      """
      unnest($3::date[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
        as n (day, metric, currency, value, cause, events)
      """;
  private static final String INSERT =
      """
      insert into partner_day_figures
        (app_id, frozen_id, day, metric, currency, first_shown, shown, current)
      select $1, $2, n.day, n.metric, n.currency, n.value::numeric, n.value::numeric,
        n.value::numeric
      from
      """
          + FIGURES;

  private static final String STORE =
      """
      insert into partner_day_figures as f
        (app_id, frozen_id, day, metric, currency, first_shown, shown, current, cause, events)
      select $1, $2, n.day, n.metric, n.currency, 0, 0, n.value::numeric, n.cause, n.events::jsonb
      from %s
      on conflict (app_id, frozen_id, day, metric, currency) do update set
        current = %s, cause = greatest(f.cause, excluded.cause),
        events = case when jsonb_array_length(f.events) < %d then f.events || excluded.events
          else f.events end
      where %s
      """;
  private static final String ADD =
      STORE.formatted(CHANGES, "f.current + excluded.current", Reason.MAX_EVENTS, "true");
  private static final String SET =
      STORE.formatted(
          CHANGES, "excluded.current", Reason.MAX_EVENTS, "f.current <> excluded.current");

  private static final String LIST =
      """
      select day, metric, currency, current::text as current from partner_day_figures
      where app_id = $1 and frozen_id = $2 and day = any ($3)
      """;
  private static final String CHANGED =
      """
      select day, metric, currency, shown::text as shown, current::text as current, cause, events
      from partner_day_figures
      where app_id = $1 and frozen_id = $2 and cause is not null
      order by day, metric, currency limit $3
      """;
  private static final String SHOW =
      """
      update partner_day_figures f set shown = f.current, cause = null, events = '[]'
      from unnest($3::date[], $4::text[], $5::text[]) as n (day, metric, currency)
      where f.app_id = $1 and f.frozen_id = $2 and f.day = n.day and f.metric = n.metric
        and f.currency = n.currency
      """;
  private static final String DELETE_UNUSED =
      """
      delete from partner_day_figures where ctid = any (array(
        select f.ctid from partner_day_figures f
        where f.app_id = $1 and not exists (
          select from partner_frozen_days d where d.app_id = f.app_id and d.id = f.frozen_id)
        limit $2))
      """;

  private DayFigureTable() {}

  /** A change of a figure, or its new value. */
  record Change(DayFigure figure, Reason reason) {}

  /** A figure that is no longer what was shown. */
  record Changed(DayFigure shown, BigDecimal current, Reason reason) {}

  /** Stores figures as they are first shown. */
  static Future<Void> insert(SqlClient client, Frozen frozen, List<DayFigure> figures) {
    return client.preparedQuery(INSERT).execute(figures(frozen, figures)).mapEmpty();
  }

  /** Adds to figures. */
  static Future<Void> add(SqlClient client, Frozen frozen, List<Change> changes) {
    return client.preparedQuery(ADD).execute(changes(frozen, changes)).mapEmpty();
  }

  /** Replaces figures; those that are the same are not written. */
  static Future<Void> set(SqlClient client, Frozen frozen, List<Change> changes) {
    return client.preparedQuery(SET).execute(changes(frozen, changes)).mapEmpty();
  }

  private static Tuple figures(Frozen frozen, List<DayFigure> figures) {
    return keys(frozen, figures)
        .addArrayOfString(texts(figures, figure -> figure.value().toPlainString()));
  }

  private static Tuple keys(Frozen frozen, List<DayFigure> figures) {
    return Tuple.of(frozen.appId(), frozen.id())
        .addArrayOfLocalDate(
            Columns.of(
                figures,
                new LocalDate[figures.size()],
                figure -> LocalDate.ofEpochDay(figure.day())))
        .addArrayOfString(texts(figures, figure -> figure.key().metric().id()))
        .addArrayOfString(texts(figures, figure -> figure.key().currency()));
  }

  private static Tuple changes(Frozen frozen, List<Change> changes) {
    return figures(frozen, changes.stream().map(Change::figure).toList())
        .addArrayOfString(texts(changes, change -> change.reason().cause().id()))
        .addArrayOfString(
            texts(changes, change -> new JsonArray(change.reason().events()).encode()));
  }

  private static <T> String[] texts(List<T> rows, Function<T, String> text) {
    return rows.stream().map(text).toArray(String[]::new);
  }

  /** Current figures of some days. */
  static Future<List<DayFigure>> list(SqlClient client, Frozen frozen, List<Long> days) {
    return client
        .preparedQuery(LIST)
        .execute(
            Tuple.of(frozen.appId(), frozen.id())
                .addArrayOfLocalDate(
                    Columns.of(days, new LocalDate[days.size()], LocalDate::ofEpochDay)))
        .map(rows -> Rows.list(rows, row -> figure(row, "current")));
  }

  private static DayFigure figure(Row row, String value) {
    return new DayFigure(
        row.getLocalDate("day").toEpochDay(),
        FigureKey.read(row.getString("metric"), row.getString("currency")),
        new BigDecimal(row.getString(value)));
  }

  /** Some of those that were written since they were last shown, in the order of their days. */
  static Future<List<Changed>> changed(SqlClient client, Frozen frozen, int limit) {
    return client
        .preparedQuery(CHANGED)
        .execute(Tuple.of(frozen.appId(), frozen.id(), limit))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Changed(
                            figure(row, "shown"),
                            new BigDecimal(row.getString("current")),
                            new Reason(
                                Cause.read(row.getString("cause")),
                                events(row.getJsonArray("events"))))));
  }

  private static List<String> events(JsonArray events) {
    return events.stream()
        .flatMap(id -> Optional.ofNullable(id).stream())
        .map(Object::toString)
        .distinct()
        .limit(Reason.MAX_EVENTS)
        .toList();
  }

  /** Figures are shown as they are now. */
  static Future<Void> show(SqlClient client, Frozen frozen, List<DayFigure> figures) {
    return client.preparedQuery(SHOW).execute(keys(frozen, figures)).mapEmpty();
  }

  /**
   * Deletes some figures of an app's earlier connections.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSomeUnused(SqlClient client, long appId) {
    return client
        .preparedQuery(DELETE_UNUSED)
        .execute(Tuple.of(appId, DELETE_BATCH))
        .map(deleted -> deleted.rowCount() == DELETE_BATCH);
  }
}
