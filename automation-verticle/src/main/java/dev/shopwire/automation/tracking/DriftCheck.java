package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.TrackedSegments.Taken;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Compares the members of a segment with the customers that satisfy its condition, in one snapshot
 * and at the moment of which the members are, but for those that wait to be looked at. For one
 * attempt; not thread-safe.
 */
final class DriftCheck {
  /** More are found by the next check. */
  private static final int MAX_REPAIRED = 100_000;

  private static final String COMPARE =
      """
      with truth as materialized (
        %(members)
      ), member as materialized (
        select customer_id from segment_members
        where workspace_id = %(workspace) and segment_id = %(segment) and member
      ), held as materialized (
        select customer_id from segment_pending
          where workspace_id = %(workspace) and segments @> array[%(segment)]
        union all
        select customer_id from segment_queue
          where workspace_id = %(workspace) and segment_id = %(segment)
      ), missing as materialized (
        select customer_id from truth
        except select customer_id from member
        except select customer_id from held
      ), extra as materialized (
        select customer_id from member
        except select customer_id from truth
        except select customer_id from held
      )
      select (select count(*) from member) as members, (select count(*) from missing) as missing,
        (select count(*) from extra) as extra,
        array(
          (select customer_id from missing union all select customer_id from extra)
          limit %(most)::bigint
        ) as customers
      """;

  private final SqlConnection connection;
  private final TrackedKey key;
  private final Duration limit;

  /**
   * @param limit how long one of its statements may take
   */
  DriftCheck(SqlConnection connection, TrackedKey key, Duration limit) {
    this.connection = connection;
    this.key = key;
    this.limit = limit;
  }

  /**
   * What differs.
   *
   * @param missing how many customers satisfy the condition and are no members
   * @param extra how many are members and don't
   * @param customers those of both, up to a limit
   */
  record Drift(long members, long missing, long extra, List<Long> customers) {
    private static Drift read(Row row) {
      return new Drift(
          row.getLong("members"),
          row.getLong("missing"),
          row.getLong("extra"),
          List.of(row.getArrayOfLongs("customers")));
    }

    long differing() {
      return missing + extra;
    }
  }

  /**
   * Runs within the connection's transaction, which has had no statement yet.
   *
   * @return empty if the segment is being built, or another process checks it
   */
  Future<Optional<Drift>> run() {
    Evaluations.isolate(connection);
    return TrackedSegments.takeForCheck(connection, key)
        .compose(
            taken ->
                taken
                    .map(found -> compare(found).map(Optional::of))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  private Future<Drift> compare(Taken taken) {
    Evaluations.limit(connection, limit);
    return Definitions.read(connection, key.workspaceId(), List.of(key.segmentId()))
        .compose(defined -> compare(taken, Definitions.require(defined, key)));
  }

  private Future<Drift> compare(Taken taken, Defined definition) {
    SegmentScope scope =
        SegmentScope.of(
            key.workspaceId(), definition, taken.segment().timeCheckedAt(), taken.moment().apps());
    String sql =
        new Template(COMPARE)
            .set("members", scope.members())
            .set("workspace", scope.workspace())
            .set("segment", scope.id())
            .set("most", scope.scope().add((long) MAX_REPAIRED))
            .text();
    return connection
        .preparedQuery(sql)
        .execute(scope.parameters().tuple())
        .map(rows -> Drift.read(rows.iterator().next()));
  }
}
