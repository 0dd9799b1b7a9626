package dev.shopwire.common.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * An operation of an OpenAPI document.
 *
 * @param id its {@code operationId}
 * @param path in the syntax of vertx-web, with {@code :name} for a parameter
 * @param requiredRole its {@code x-required-role}; empty if it has none
 * @param rows for a list, the fields of its rows in the order of the document; empty otherwise
 */
public record ApiOperation(
    String id, HttpMethod method, String path, String requiredRole, List<RowField> rows) {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

  /**
   * All of {@code document}, in its order.
   *
   * @param each receives every operation with its part of the document, which it may complete
   */
  static List<ApiOperation> all(JsonNode document, BiConsumer<ApiOperation, ObjectNode> each) {
    List<ApiOperation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        if (METHODS.contains(method.getKey())) {
          JsonNode node = method.getValue();
          ApiOperation operation =
              new ApiOperation(
                  node.path("operationId").asText(),
                  HttpMethod.valueOf(method.getKey().toUpperCase(Locale.ROOT)),
                  route(path.getKey()),
                  node.path("x-required-role").asText(),
                  ListRows.of(document, node));
          operations.add(operation);
          each.accept(operation, (ObjectNode) node);
        }
      }
    }
    return operations;
  }

  /** Converts an OpenAPI path to the syntax of vertx-web. */
  static String route(String path) {
    return path.replaceAll("\\{(\\w+)}", ":$1");
  }
}
