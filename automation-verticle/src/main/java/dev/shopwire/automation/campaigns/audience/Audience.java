package dev.shopwire.automation.campaigns.audience;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.segments.Resolved;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.ZoneId;
import java.util.Optional;

/**
 * The customers that a campaign is for: those of a segment, or those that satisfy a condition.
 * Exactly one of both is present.
 *
 * @param segment its id
 */
public record Audience(Optional<Long> segment, Optional<Condition> condition) {
  public static Audience ofSegment(long id) {
    return new Audience(Optional.of(id), Optional.empty());
  }

  public static Audience ofCondition(Condition condition) {
    return new Audience(Optional.empty(), Optional.of(condition));
  }

  /**
   * The condition that its customers satisfy. In a transaction that sees one moment; runs on the
   * caller's event loop. Fails with 404 if the segment is gone.
   *
   * @param zone whose days the dates of a condition are; a segment has a zone of its own
   */
  public Future<Resolved> resolve(SqlClient client, long workspaceId, ZoneId zone) {
    return segment
        .map(id -> Resolved.ofSegment(client, workspaceId, id))
        .orElseGet(
            () ->
                Resolved.of(
                    client, workspaceId, new SegmentDefinition(condition.orElseThrow(), zone)));
  }
}
