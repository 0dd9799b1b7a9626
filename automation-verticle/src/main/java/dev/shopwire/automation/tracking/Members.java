package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of members and of transitions, which are written together: in REPEATABLE READ
 * transactions that update the segment's row of {@link TrackedSegments} too. Methods run on the
 * caller's event loop.
 */
final class Members {
  /** How long after a check that found nothing due soon time is checked again. */
  private static final String QUIET = "interval '30 seconds'";

  private static final String BUSY = "interval '1 second'";

  // Customers that are given and, unless they are too many, those that are due. All are looked up
  // by key, whatever the planner expects.
  private static final String EVALUATE =
      """
      with given as materialized (
        select customer_id, cause, cause_at, app_id, chain
        from unnest(%(customers)::bigint[], %(causes)::text[], %(times)::timestamptz[],
          %(apps)::bigint[], %(chains)::int[]) as g (customer_id, cause, cause_at, app_id, chain)
      ), due as materialized (
        select customer_id, due_at from (%(due)) d limit %(limit)::bigint + 1
      ), candidate as materialized (
        select distinct on (customer_id) customer_id, cause, cause_at, app_id,
          max(chain) over (partition by customer_id) as chain
        from (
          select * from given
          union all
          select customer_id, 'time', due_at, null::bigint, 0 from due
        ) c
        where (select count(*) from due) <= %(limit)::bigint
        order by customer_id, cause_at desc
      ), truth as materialized (
        select c.*, (%(test)) as holds
        from candidate c
        cross join lateral (
          select id from tenancy_customers
          where workspace_id = %(workspace) and id = c.customer_id
          offset 0
        ) k
      ), changed as materialized (
        select t.customer_id, t.holds, coalesce(m.version, 0) + 1 as version,
          coalesce(s.cause, t.cause) as cause, t.cause_at, coalesce(s.app_id, t.app_id) as app_id,
          t.chain
        from truth t
        left join lateral (
          select member, version from segment_members
          where workspace_id = %(workspace) and customer_id = t.customer_id
            and segment_id = %(segment)
          offset 0
        ) m on true
        left join lateral (
          select f.cause, f.app_id
          from segment_seen_by(%(workspace), t.customer_id, t.cause_at) f
          where t.cause = 'seen'
        ) s on true
        where t.holds <> coalesce(m.member, false)
      ), written as (
        insert into segment_members
          (workspace_id, segment_id, customer_id, member, entered_at, version)
        select %(workspace), %(segment), customer_id, holds, case when holds then %(now) end, version
        from changed
        on conflict (workspace_id, customer_id, segment_id) do update
        set member = excluded.member, entered_at = excluded.entered_at, version = excluded.version
      ), announced as (
        insert into segment_transitions (workspace_id, segment_id, customer_id, version, at,
          entered, definition_version, cause, cause_at, app_id)
        select %(workspace), %(segment), customer_id, version, %(now), holds,
          %(definition)::bigint, cause, cause_at, app_id
        from changed
      )
      select (select count(*) from due) > %(limit)::bigint as overflow,
        (select count(*) from changed where holds) as entered,
        (select count(*) from changed where not holds) as exited,
        %(next) as time_due_at,
        case when %(wanted)::boolean then (
          select announce_segment_transitions(%(workspace), %(segment), %(now), array_agg(customer_id),
            array_agg(holds), array_agg(version), array_agg(cause), array_agg(cause_at),
            array_agg(app_id))
          from changed having count(*) > 0
        ) end as deliveries,
        (select record_segment_causes(%(workspace), %(segment), array_agg(customer_id),
            array_agg(holds), array_agg(chain))
          from changed having count(*) > 0) as causes
      """;
  private static final String NEVER_DUE =
      "select null::bigint as customer_id, null::timestamptz as due_at where false";
  private static final String NEXT =
      "%1$s + case when exists (select from (%2$s) a) then " + BUSY + " else " + QUIET + " end";

  // Sets are subtracted, which reads each once. Customers that are held keep their rows.
  private static final String BUILD =
      """
      with truth as materialized (
        %(members)
      ), held as materialized (
        %(held)
      ), known as materialized (
        select customer_id from segment_members
        where workspace_id = %(workspace) and segment_id = %(segment) and member
      ), come as materialized (
        select customer_id from truth
        except select customer_id from known
        except select customer_id from held
      ), gone as materialized (
        select customer_id from known
        except select customer_id from truth
        except select customer_id from held
      ), started as (
        insert into segment_members as m
          (workspace_id, segment_id, customer_id, member, entered_at, version)
        select %(workspace), %(segment), customer_id, true, %(at)::timestamptz, %(announced)::bigint
        from come order by customer_id
        on conflict (workspace_id, customer_id, segment_id) do update
        set member = true, entered_at = excluded.entered_at, version = m.version + excluded.version
        returning customer_id, version
      ), ended as (
        update segment_members m
        set member = false, entered_at = null, version = m.version + %(announced)::bigint
        from gone g
        where m.workspace_id = %(workspace) and m.segment_id = %(segment)
          and m.customer_id = g.customer_id and m.version + %(announced)::bigint > 0
        returning m.customer_id, m.version
      ), deleted as (
        delete from segment_members m using gone g
        where m.workspace_id = %(workspace) and m.segment_id = %(segment)
          and m.customer_id = g.customer_id and m.version + %(announced)::bigint = 0
      ), announced as (
        insert into segment_transitions (workspace_id, segment_id, customer_id, version, at,
          entered, definition_version, cause, cause_at)
        select %(workspace), %(segment), customer_id, version, %(at)::timestamptz, entered,
          %(definition)::bigint, 'definition', %(requested)::timestamptz
        from (
          select customer_id, version, true as entered from started
          union all
          select customer_id, version, false from ended
        ) c
        where %(announced)::bigint > 0
      )
      select (select count(*) from come) as entered, (select count(*) from gone) as exited
      """;
  private static final String HELD =
      """
      select customer_id from segment_pending
        where workspace_id = %1$s and segments @> array[%2$s]
      union all
      select customer_id from segment_queue where workspace_id = %1$s and segment_id = %2$s
      """;
  private static final String NO_CUSTOMERS = "select null::bigint as customer_id where false";
  private static final String COUNT =
      """
      select count(*) as members from segment_members
      where workspace_id = $1 and segment_id = $2 and member
      """;
  // Rows that count what was announced stay, so that a number is never used twice.
  private static final String CLEAR =
      """
      with step as (
        select customer_id, version from segment_members
        where workspace_id = $1 and segment_id = $2 and (member or not $4)
        order by customer_id limit $3
      ), kept as (
        update segment_members m set member = false, entered_at = null
        from step s
        where m.workspace_id = $1 and m.segment_id = $2 and m.customer_id = s.customer_id
          and $4 and s.version > 0
      ), deleted as (
        delete from segment_members m using step s
        where m.workspace_id = $1 and m.segment_id = $2 and m.customer_id = s.customer_id
          and (not $4 or s.version = 0)
      )
      select count(*) as members from step
      """;

  private Members() {}

  /**
   * The result of an evaluation.
   *
   * @param isOverflow whether more customers than the limit are due: then none was evaluated
   * @param timeDueAt when time must be looked at again; null if nothing moves
   * @param deliveries how many webhook deliveries are due
   */
  record Evaluated(
      boolean isOverflow,
      long entered,
      long exited,
      @Nullable OffsetDateTime timeDueAt,
      long deliveries) {
    static Evaluated read(Row row) {
      Long deliveries = row.getLong("deliveries");
      return new Evaluated(
          row.getBoolean("overflow"),
          row.getLong("entered"),
          row.getLong("exited"),
          row.getOffsetDateTime("time_due_at"),
          deliveries == null ? 0 : deliveries);
    }
  }

  /**
   * Evaluates a segment at the scope's moment for given customers and for those that time alone may
   * have changed since {@code checkedAt}, and writes what changed.
   *
   * @param limit how many customers that are due are evaluated; if there are more, none is
   */
  static Future<Evaluated> evaluate(
      SqlClient client,
      SegmentScope segment,
      List<Look> given,
      OffsetDateTime checkedAt,
      int limit,
      boolean isWanted) {
    OffsetDateTime now = segment.scope().now().atOffset(checkedAt.getOffset());
    String sql =
        new Template(EVALUATE)
            .set("customers", segment.scope().add(Look.customers(given)))
            .set("causes", segment.scope().add(Look.causes(given)))
            .set("times", segment.scope().add(Look.times(given)))
            .set("apps", segment.scope().add(Look.apps(given)))
            .set("chains", segment.scope().add(Look.chains(given)))
            .set("due", segment.due(checkedAt, now).orElse(NEVER_DUE))
            .set("limit", segment.scope().add((long) limit))
            .set("test", segment.test())
            .set("workspace", segment.workspace())
            .set("segment", segment.id())
            .set("now", segment.now())
            .set("definition", segment.scope().add(segment.segment().version()))
            .set("wanted", segment.scope().add(isWanted))
            .set("next", next(segment, now))
            .text();
    return client
        .preparedQuery(sql)
        .execute(segment.parameters().tuple())
        .map(rows -> Evaluated.read(rows.iterator().next()));
  }

  private static String next(SegmentScope segment, OffsetDateTime now) {
    return segment
        .due(now, now.plusSeconds(30))
        .map(due -> NEXT.formatted(segment.now(), due))
        .orElse("null::timestamptz");
  }

  /** How many customers a build added and removed. */
  record Built(long entered, long exited) {}

  /**
   * Makes the members those that satisfy the segment's condition at the scope's moment.
   *
   * @param at when the members entered
   * @param requestedAt when the definition was saved
   * @param isAnnounced whether the changes are transitions; they are not written to webhooks yet
   * @param isLate whether customers that wait to be looked at are left to that, as they changed
   *     after the definition was saved
   */
  static Future<Built> build(
      SqlClient client,
      SegmentScope segment,
      OffsetDateTime at,
      OffsetDateTime requestedAt,
      boolean isAnnounced,
      boolean isLate) {
    String workspace = segment.workspace();
    String id = segment.id();
    String sql =
        new Template(BUILD)
            .set("members", segment.members())
            .set("held", isLate ? HELD.formatted(workspace, id) : NO_CUSTOMERS)
            .set("workspace", workspace)
            .set("segment", id)
            .set("at", segment.scope().add(at))
            .set("requested", segment.scope().add(requestedAt))
            .set("announced", segment.scope().add(isAnnounced ? 1L : 0L))
            .set("definition", segment.scope().add(segment.segment().version()))
            .text();
    return client
        .preparedQuery(sql)
        .execute(segment.parameters().tuple())
        .map(rows -> rows.iterator().next())
        .map(row -> new Built(row.getLong("entered"), row.getLong("exited")));
  }

  static Future<Long> count(SqlClient client, TrackedKey segment) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(segment.workspaceId(), segment.segmentId()))
        .map(rows -> rows.iterator().next().getLong("members"));
  }

  /**
   * Removes some members of a segment that is no longer tracked.
   *
   * @param isKept whether the segment exists
   * @return how many; fewer than {@code limit} if none is left
   */
  static Future<Long> clear(SqlClient client, TrackedKey segment, int limit, boolean isKept) {
    return client
        .preparedQuery(CLEAR)
        .execute(Tuple.of(segment.workspaceId(), segment.segmentId(), (long) limit, isKept))
        .map(rows -> rows.iterator().next().getLong("members"));
  }
}
