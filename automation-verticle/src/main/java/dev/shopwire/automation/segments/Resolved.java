package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * A condition with what it needs to be written and evaluated.
 *
 * @param vocabulary with the definitions of what the condition nests
 */
public record Resolved(long workspaceId, SegmentDefinition definition, Vocabulary vocabulary) {

  /** Fails with 422 if the condition names what the workspace doesn't have. */
  static Future<Resolved> of(SqlClient client, long workspaceId, Draft draft, ZoneId zone) {
    return VocabularyReader.read(client, workspaceId, draft.mentions())
        .compose(
            names -> {
              Condition condition = draft.resolve(names, 0);
              return NestedDefinitions.addTo(
                      names, client, workspaceId, Uses.of(condition).segments())
                  .map(
                      vocabulary ->
                          new Resolved(
                              workspaceId, new SegmentDefinition(condition, zone), vocabulary));
            });
  }

  /** A condition that is stored. */
  public static Future<Resolved> of(
      SqlClient client, long workspaceId, SegmentDefinition definition) {
    return SegmentReads.vocabulary(client, workspaceId, List.of(definition.condition()))
        .map(vocabulary -> new Resolved(workspaceId, definition, vocabulary));
  }

  /** The condition of a segment; fails with 404 if the workspace has no such segment. */
  public static Future<Resolved> ofSegment(SqlClient client, long workspaceId, long segmentId) {
    return SegmentReads.require(client, workspaceId, segmentId)
        .compose(segment -> SegmentReads.resolve(client, segment));
  }

  public Condition condition() {
    return definition.condition();
  }

  /** For SQL that evaluates it at this moment. */
  public SqlScope scope(Instant at) {
    return new SqlScope(
        workspaceId,
        at,
        definition.zone(),
        vocabulary.definitions(),
        List.copyOf(vocabulary.apps().keySet()),
        new SqlParameters());
  }
}
