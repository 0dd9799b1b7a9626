package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of a workspace's tracked segments, and the laws that hold for them at any time. */
record TrackingRows(Sql sql, long workspaceId) {
  private static final String WAITING =
      """
      select (select count(*) from segment_pending where workspace_id = w.id)
        + (select count(*) from segment_queue where workspace_id = w.id)
        + (select count(*) from segment_tracking where workspace_id = w.id
            and (status <> 'current' or behind))
      from workspaces w where w.id = ?
      """;
  private static final String BROKEN_NUMBERS =
      """
      select count(*) from (
        select from segment_transitions where workspace_id = ?
        group by segment_id, customer_id
        having min(version) <> 1 or max(version) <> count(*)
          or count(distinct version) <> count(*)
      ) t
      """;
  private static final String REPEATED_TYPES =
      """
      select count(*) from (
        select entered, definition_version, lag(entered) over one as before,
          lag(definition_version) over one as version_before
        from segment_transitions where workspace_id = ?
        window one as (partition by segment_id, customer_id order by version)
      ) t
      where entered = before and definition_version = version_before
      """;

  // A silent build may have changed the member since the last transition.
  private static final String OTHER_VERSIONS =
      """
      select count(*) from (
        select distinct on (segment_id, customer_id) segment_id, customer_id, version, entered,
          definition_version
        from segment_transitions where workspace_id = ?
        order by segment_id, customer_id, version desc
      ) t
      join segment_tracking s
        on s.workspace_id = %1$s and s.segment_id = t.segment_id
      left join segment_members m
        on m.workspace_id = %1$s and m.segment_id = t.segment_id and m.customer_id = t.customer_id
      where m.version is distinct from t.version
        or (t.definition_version = s.definition_version and m.member <> t.entered)
      """;
  private static final String OTHER_MESSAGES =
      """
      select count(*) from (
        select segment_id::text as segment, customer_id, version,
          case when entered then 'segments/entered' else 'segments/exited' end as topic
        from segment_transitions where workspace_id = ?
      ) t
      full join (
        select payload->'segment'->>'id' as segment, customer_id,
          (payload->'transition'->>'version')::bigint as version, topic, count(*) as messages
        from webhook_messages
        where workspace_id = %s and topic in ('segments/entered', 'segments/exited')
        group by 1, 2, 3, 4
      ) m using (segment, customer_id, version, topic)
      where m.messages is distinct from 1 or t.topic is null
      """;
  private static final String LEFT =
      """
      select (select count(*) from segment_tracking t
          where t.workspace_id = w.id and t.segment_id = s.id)
        + (select count(*) from segment_reads r
          where r.workspace_id = w.id and r.segment_id = s.id)
        + (select count(*) from segment_queue q
          where q.workspace_id = w.id and q.segment_id = s.id)
        + (select count(*) from segment_checks c
          where c.workspace_id = w.id and c.segment_id = s.id)
        + (select count(*) from segment_members m
          where m.workspace_id = w.id and m.segment_id = s.id and (m.member or s.is_gone))
      from workspaces w cross join (select ?::bigint as id, ?::boolean as is_gone) s
      where w.id = ?
      """;
  private static final String REBUILT =
      """
      select count(*) from webhook_messages
      where workspace_id = ? and topic = 'segments/rebuilt' and payload->'segment'->>'id' = ?
      """;
  private static final String MESSAGES =
      """
      select coalesce(jsonb_agg(payload || jsonb_build_object('topic', topic) order by id), '[]')
      from webhook_messages where workspace_id = ?
      """;
  private static final String TRANSITION_KEYS =
      """
      select coalesce(string_agg(segment_id || '/' || customer_ref(customer_id) || '/' || version,
        ' '), '')
      from segment_transitions where workspace_id = ?
      """;

  /** Waits until a segment that was built has caught up with what happened since its save. */
  void awaitCaughtUp(String segment) {
    String query =
        """
        select count(*) from segment_tracking
        where workspace_id = ? and segment_id = ? and status = 'current' and not behind
        """;
    Poll.until(
        TrackedSegment.TIME,
        () -> "segment " + segment + " has caught up",
        () -> sql.number(query, workspaceId, Long.parseLong(segment)) == 1);
  }

  /** Waits until no change waits to be looked at. */
  void awaitQuiet(Duration time) {
    Poll.until(time, () -> waiting() + " wait", () -> waiting() == 0);
  }

  long waiting() {
    return sql.number(WAITING, workspaceId);
  }

  /**
   * The customers that wait to be looked at, once for each kind of change: transactions that were
   * open at once may have a row each.
   */
  long pending() {
    return sql.number(
        "select count(distinct (customer_id, cause)) from segment_pending where workspace_id = ?",
        workspaceId);
  }

  /** Versions have no gap and no repetition, types alternate, and the last one is the member's. */
  void assertConsistent() {
    assertEquals(0, sql.number(BROKEN_NUMBERS, workspaceId), "gaps or repetitions of versions");
    assertEquals(0, sql.number(REPEATED_TYPES, workspaceId), "the same type twice");
    assertEquals(
        0,
        sql.number(OTHER_VERSIONS.formatted(workspaceId), workspaceId),
        "members that differ from the last transition");
  }

  /** There is one message for each transition; some endpoint must have subscribed before. */
  void assertOneMessageEach() {
    assertEquals(0, sql.number(OTHER_MESSAGES.formatted(workspaceId), workspaceId));
  }

  /** All transitions, each as {@code segment/customer/version}. */
  List<String> transitionKeys() {
    String all = sql.text(TRANSITION_KEYS, workspaceId);
    return all.isEmpty() ? List.of() : Arrays.asList(all.split(" ", -1));
  }

  long transitions(String segment) {
    return sql.number(
        "select count(*) from segment_transitions where workspace_id = ? and segment_id = ?",
        workspaceId,
        Long.parseLong(segment));
  }

  /** How often the members of a segment were found; some endpoint must have subscribed before. */
  long rebuilt(String segment) {
    return sql.number(REBUILT, workspaceId, segment);
  }

  /**
   * Waits until a segment that is no longer tracked has no rows.
   *
   * @param isGone whether it was deleted: otherwise rows that count transitions stay
   */
  void awaitNothingLeft(String segment, boolean isGone) {
    Poll.until(
        TrackedSegment.TIME,
        () -> left(segment, isGone) + " rows are left",
        () -> left(segment, isGone) == 0);
  }

  /** The bodies of all messages, oldest first; some endpoint must have subscribed before. */
  List<JsonNode> messages() {
    List<JsonNode> messages = new ArrayList<>();
    SegmentWorkspace.json(sql.text(MESSAGES, workspaceId)).forEach(messages::add);
    return messages;
  }

  private long left(String segment, boolean isGone) {
    return sql.number(LEFT, Long.parseLong(segment), isGone, workspaceId);
  }
}
