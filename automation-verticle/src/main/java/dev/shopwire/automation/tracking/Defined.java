package dev.shopwire.automation.tracking;

import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.SqlParameters;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the members of a tracked segment satisfy.
 *
 * @param version counts its changes, also those of what it nests
 * @param nested the definitions of the segments that it nests, however deep, by id
 * @param isMoving whether time alone changes who satisfies it
 */
record Defined(
    long segmentId,
    long version,
    SegmentDefinition definition,
    Map<Long, SegmentDefinition> nested,
    boolean isMoving) {
  Defined {
    nested = Map.copyOf(nested);
  }

  static Defined of(
      long segmentId,
      long version,
      SegmentDefinition definition,
      Map<Long, SegmentDefinition> nested) {
    SqlScope scope =
        new SqlScope(0, Instant.EPOCH, definition.zone(), nested, List.of(), new SqlParameters());
    boolean isMoving = ConditionSql.due(scope, definition.condition(), "$1", "$2").isPresent();
    return new Defined(segmentId, version, definition, nested, isMoving);
  }

  /** The texts of what it reads. */
  Set<String> reads() {
    return ConditionSql.reads(definition.condition(), nested);
  }
}
