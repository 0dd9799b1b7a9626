package dev.shopwire.webhook.purging;

import dev.shopwire.common.purging.PartitionPurge.Candidates;
import dev.shopwire.common.purging.PartitionPurge.Expired;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads and creates the partitions of the webhook tables, each of which holds a UTC day, and purges
 * the default partitions. Methods run on the caller's event loop.
 */
final class DayPartitions {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu_MM_dd");
  private static final String DAYS =
      """
      select p.relname as parent, c.relname as partition, right(c.relname, 10) as day
      from pg_inherits i
      join pg_class p on p.oid = i.inhparent
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent in ('webhook_attempts'::regclass, 'webhook_deliveries'::regclass,
          'webhook_messages'::regclass)
        and c.relname ~ '_\\d{4}_\\d{2}_\\d{2}$'
      order by day, parent
      """;

  private static final String CREATE_DAYS = "select create_webhook_partitions($1)";

  // Rows that were written before their day had a partition.
  private static final List<String> DELETE_STRAYS =
      List.of(
          strays("webhook_attempts_default", "message_id"),
          strays("webhook_deliveries_default", "message_id"),
          strays("webhook_messages_default", "id"));

  private DayPartitions() {}

  private static String strays(String table, String id) {
    return "delete from %s where %s < webhook_message_floor(now() - make_interval(days => $1))"
        .formatted(table, id);
  }

  /** Creates the missing partitions of today and the following days. */
  static Future<Void> create(Pool pool, int daysAhead) {
    return pool.preparedQuery(CREATE_DAYS).execute(Tuple.of(daysAhead)).mapEmpty();
  }

  /** Deletes rows older than {@code days} that are in no partition of a day. */
  static Future<Void> deleteStrays(Pool pool, int days) {
    Future<Void> deleted = Future.succeededFuture();
    for (String statement : DELETE_STRAYS) {
      deleted =
          deleted.compose(done -> pool.preparedQuery(statement).execute(Tuple.of(days)).mapEmpty());
    }
    return deleted;
  }

  /** Partitions older than {@code daysKept} whole days, oldest first, a day's messages last. */
  static Future<Candidates> before(Pool pool, Instant now, int daysKept) {
    String oldest = DAY.format(now.atOffset(ZoneOffset.UTC).minusDays(daysKept));
    return pool.preparedQuery(DAYS)
        .execute()
        .map(
            rows -> {
              List<Expired> expired = new ArrayList<>();
              for (Row row : rows) {
                if (row.getString("day").compareTo(oldest) < 0) {
                  expired.add(new Expired(row.getString("parent"), row.getString("partition")));
                }
              }
              return new Candidates(expired, expired.size());
            });
  }

  /** The end of the newest day that has a message; empty if none has. */
  static Future<Optional<Instant>> newest(Pool pool) {
    return pool.preparedQuery(DAYS)
        .execute()
        .compose(
            rows -> {
              String query = newestDayQuery(rows);
              return query.isEmpty()
                  ? Future.succeededFuture(Optional.empty())
                  : pool.query(query).execute().map(DayPartitions::endOfDay);
            });
  }

  /** Checks each day for a row; table names are safe, as {@link #DAYS} selects by their form. */
  private static String newestDayQuery(RowSet<Row> rows) {
    TreeSet<String> days = new TreeSet<>();
    for (Row row : rows) {
      if (row.getString("parent").equals("webhook_messages")) {
        days.add(
            "select '%s' as day where exists (select from %s)"
                .formatted(row.getString("day"), row.getString("partition")));
      }
    }
    return days.isEmpty()
        ? ""
        : "select max(day) as day from (" + String.join(" union all ", days) + ") held";
  }

  private static Optional<Instant> endOfDay(RowSet<Row> rows) {
    return Optional.ofNullable(rows.iterator().next().getString("day"))
        .map(day -> LocalDate.parse(day, DAY).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }
}
