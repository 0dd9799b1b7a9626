package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.automation.resources.ResourceUsers;
import dev.shopwire.automation.resources.ResourceUsers.Kind;
import dev.shopwire.automation.resources.ResourceUsers.User;
import dev.shopwire.automation.tracking.TrackingState;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads saved segments with what their names mean. Methods need a transaction that sees one moment
 * and run on the caller's event loop.
 */
final class SegmentReads {
  private SegmentReads() {}

  /**
   * What is shown with segments, by their ids.
   *
   * @param users what uses them
   * @param states of those that are tracked
   */
  record Surroundings(Map<Long, List<User>> users, Map<Long, TrackingState> states) {}

  /** Fails with 404 if the workspace has no such segment. */
  static Future<Segment> require(SqlClient client, long workspaceId, long id) {
    return SegmentTable.find(client, workspaceId, id)
        .map(found -> found.orElseThrow(() -> Failure.notFound("segment")));
  }

  /** A segment's condition, ready to be evaluated. */
  static Future<Resolved> resolve(SqlClient client, Segment segment) {
    return Resolved.of(client, segment.workspaceId(), segment.definition());
  }

  /** The names that conditions mention, and the definitions that they nest. */
  static Future<Vocabulary> vocabulary(
      SqlClient client, long workspaceId, List<Condition> conditions) {
    List<Uses> uses = conditions.stream().map(Uses::of).toList();
    Set<Long> affiliates =
        uses.stream().flatMap(each -> each.affiliates().stream()).collect(Collectors.toSet());
    Set<Long> nested =
        uses.stream().flatMap(each -> each.segments().stream()).collect(Collectors.toSet());
    return VocabularyReader.read(client, workspaceId, new Mentions(Set.of(), affiliates))
        .compose(names -> NestedDefinitions.addTo(names, client, workspaceId, nested));
  }

  /**
   * The JSON of segments.
   *
   * @param withPrivate whether the reader may see private fields
   */
  static Future<List<Map<String, @Nullable Object>>> json(
      SqlClient client, long workspaceId, List<Segment> segments, boolean withPrivate) {
    return vocabulary(
            client,
            workspaceId,
            segments.stream().map(segment -> segment.definition().condition()).toList())
        .compose(
            vocabulary ->
                surroundings(client, workspaceId, segments)
                    .map(
                        around ->
                            segments.stream()
                                .map(
                                    segment ->
                                        SegmentJson.of(segment, vocabulary, around, withPrivate))
                                .toList()));
  }

  private static Future<Surroundings> surroundings(
      SqlClient client, long workspaceId, List<Segment> segments) {
    List<Long> ids = segments.stream().map(Segment::id).toList();
    List<Long> tracked = segments.stream().filter(Segment::isTracked).map(Segment::id).toList();
    return ResourceUsers.of(client, workspaceId, Kind.SEGMENT, ids)
        .compose(
            users ->
                TrackingState.of(client, workspaceId, tracked)
                    .map(states -> new Surroundings(users, states)));
  }
}
