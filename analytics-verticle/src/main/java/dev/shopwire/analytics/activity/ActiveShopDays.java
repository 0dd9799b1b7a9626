package dev.shopwire.analytics.activity;

import dev.shopwire.analytics.query.Snapshot;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Accesses the table {@code active_shop_days}: versions of the sets of shops, by UTC day. Methods
 * run on the caller's event loop.
 */
final class ActiveShopDays {
  private static final int HOURS = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final String CHANGE =
      """
      insert into active_shop_days (app_id, day, version)
      select $1, day, $3 from unnest($2::int[]) as day
      on conflict (app_id, day) do update set version = excluded.version
      """;

  // A sum, so that few rows are read of however many apps; random numbers add up to a random one.
  private static final String READ =
      """
      select day, sum(version) as version from active_shop_days
      where app_id = any($1) and day >= $2 and day <= $3
      group by day
      """;

  private ActiveShopDays() {}

  /** The day (since 1970) of an hour (since 1970). */
  private static int day(int hour) {
    return Math.floorDiv(hour, HOURS);
  }

  /** Gives new versions to the days of some hours, in the transaction that changes their sets. */
  static Future<Void> change(SqlConnection connection, long appId, Collection<Integer> hours) {
    TreeSet<Integer> days = new TreeSet<>();
    hours.forEach(hour -> days.add(day(hour)));
    return connection
        .preparedQuery(CHANGE)
        // Numbers in sequence would come again after a restore from a backup.
        .execute(
            Tuple.of(appId)
                .addArrayOfInteger(days.toArray(Integer[]::new))
                .addLong(RANDOM.nextLong()))
        .mapEmpty();
  }

  /** The versions of the sets of some apps together. */
  static Future<Versions> read(Snapshot snapshot, List<Long> apps, int firstHour, int lastHour) {
    Map<Integer, Long> versions = new HashMap<>();
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfLong(apps.toArray(Long[]::new))
            .addInteger(day(firstHour))
            .addInteger(day(lastHour));
    return snapshot
        .forEach(
            day(lastHour) - day(firstHour) + 1L,
            READ,
            parameters,
            row -> versions.put(row.getInteger("day"), row.getBigDecimal("version").longValue()))
        .map(done -> new Versions(versions));
  }

  /**
   * Versions by day; a day without one was never written.
   *
   * @param byDay of which nothing is changed afterwards
   */
  record Versions(Map<Integer, Long> byDay) {
    /** Of the sets of some hours; another one after each change of one of them. */
    long of(int firstHour, int lastHour) {
      long version = 0;
      for (int day = day(firstHour); day <= day(lastHour); day++) {
        version = 31 * version + byDay.getOrDefault(day, 0L);
      }
      return version;
    }
  }
}
