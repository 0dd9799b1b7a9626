package dev.shopwire.automation.tracking;

import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.SqlParameters;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** Writes the SQL of a segment's condition at one moment. For one statement; not thread-safe. */
record SegmentScope(Defined segment, SqlScope scope) {

  /**
   * @param now when the condition is evaluated
   * @param apps the ids of all apps of the workspace
   */
  static SegmentScope of(long workspaceId, Defined segment, OffsetDateTime now, List<Long> apps) {
    return new SegmentScope(
        segment,
        new SqlScope(
            workspaceId,
            now.toInstant(),
            segment.definition().zone(),
            segment.nested(),
            apps,
            new SqlParameters()));
  }

  SqlParameters parameters() {
    return scope.parameters();
  }

  /** The placeholder of the segment's id. */
  String id() {
    return scope.add(segment.segmentId()) + "::bigint";
  }

  /** The placeholder of the workspace's id. */
  String workspace() {
    return scope.workspace() + "::bigint";
  }

  String now() {
    return scope.add(scope.now());
  }

  /** As {@link ConditionSql#members}. */
  String members() {
    return ConditionSql.members(scope, segment.definition().condition());
  }

  /** As {@link ConditionSql#test}. */
  String test() {
    return ConditionSql.test(scope, segment.definition().condition());
  }

  /**
   * A query of {@code (customer_id, due_at)} of the customers that time alone may have changed
   * between two moments, whichever is earlier: the clock may step back.
   *
   * @return empty if time changes nothing
   */
  Optional<String> due(OffsetDateTime one, OffsetDateTime other) {
    if (!segment.isMoving()) {
      return Optional.empty();
    }
    boolean isOrdered = one.isBefore(other);
    return ConditionSql.due(
        scope,
        segment.definition().condition(),
        scope.add((isOrdered ? one : other).toInstant()),
        scope.add((isOrdered ? other : one).toInstant()));
  }
}
