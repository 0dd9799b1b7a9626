package dev.shopwire.common.docs;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An operation of an OpenAPI document.
 *
 * @param id its {@code operationId}
 * @param path in the syntax of vertx-web, with {@code :name} for a parameter
 * @param requiredRole its {@code x-required-role}; empty if it has none
 * @param rows for a list, the fields of its rows in the order of the document; empty otherwise
 */
public record ApiOperation(
    String id, HttpMethod method, String path, String requiredRole, List<String> rows) {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

  /** All of {@code document}, in its order. */
  static List<ApiOperation> all(JsonNode document) {
    List<ApiOperation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (METHODS.contains(each.getKey())) {
          operations.add(
              new ApiOperation(
                  each.getValue().path("operationId").asText(),
                  HttpMethod.valueOf(each.getKey().toUpperCase(Locale.ROOT)),
                  route(path.getKey()),
                  each.getValue().path("x-required-role").asText(),
                  ListRows.fields(document, each.getValue())));
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
