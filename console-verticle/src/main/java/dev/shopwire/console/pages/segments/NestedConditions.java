package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the conditions of the segments that a segment nests. */
final class NestedConditions {
  /** More than people read in one explanation. */
  private static final int MAX_SEGMENTS = 50;

  private final RoleRequests roles;

  NestedConditions(RoleRequests roles) {
    this.roles = roles;
  }

  /**
   * By the ids of the segments; those that can't be read now are left out.
   *
   * @param explained the tree of an explanation
   */
  Future<Map<String, JsonNode>> of(PageRequest request, JsonNode explained) {
    Set<String> ids = new LinkedHashSet<>();
    collect(explained, ids);
    Map<String, JsonNode> conditions = new HashMap<>();
    List<Future<?>> reads =
        ids.stream()
            .limit(MAX_SEGMENTS)
            .<Future<?>>map(
                id -> condition(request, id).onSuccess(found -> conditions.put(id, found)))
            .toList();
    return reads.isEmpty()
        ? Future.succeededFuture(conditions)
        : Future.all(reads).map(read -> conditions);
  }

  private static void collect(JsonNode tree, Set<String> ids) {
    if (tree.path("type").asText().equals("segment")) {
      ids.add(tree.path("id").asText());
      collect(tree.path("explanation"), ids);
    }
    for (String group : List.of("all", "any")) {
      tree.path(group).forEach(child -> collect(child, ids));
    }
    if (tree.has("not")) {
      collect(tree.path("not"), ids);
    }
  }

  private Future<JsonNode> condition(PageRequest request, String id) {
    return NumericId.parse(id)
        .map(number -> roles.send(SegmentContracts.SHOW, number, "", request.caller()))
        .map(shown -> shown.map(response -> ApiJson.of(response).at("/segment/condition")))
        .map(found -> found.otherwise(MissingNode.getInstance()))
        .orElseGet(() -> Future.succeededFuture(MissingNode.getInstance()));
  }
}
