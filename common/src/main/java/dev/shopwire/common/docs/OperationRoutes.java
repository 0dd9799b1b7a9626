package dev.shopwire.common.docs;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Routes the operations of an OpenAPI document to their handlers. Methods and paths are only in the
 * document; what the document and the code don't have in common stops the start. Not thread-safe.
 */
public final class OperationRoutes {
  private final Map<String, ApiOperation> unhandled = new LinkedHashMap<>();
  private final Table table;

  /** Where routes are added. */
  @FunctionalInterface
  interface Table {
    /**
     * @param path in the syntax of vertx-web
     */
    void add(HttpMethod method, String path, Handler<RoutingContext> handler);
  }

  OperationRoutes(List<ApiOperation> operations, Table table) {
    operations.forEach(operation -> unhandled.put(operation.id(), operation));
    this.table = table;
  }

  /**
   * @throws IllegalStateException if the document has no operation with this id, or it already has
   *     a handler
   */
  public OperationRoutes on(String operationId, Handler<RoutingContext> handler) {
    return onOperation(operationId, operation -> handler);
  }

  /**
   * Same with a handler that depends on what the document says of its operation.
   *
   * @param handler creates the handler
   */
  public OperationRoutes onOperation(
      String operationId, Function<ApiOperation, Handler<RoutingContext>> handler) {
    ApiOperation operation = unhandled.remove(operationId);
    if (operation == null) {
      throw new IllegalStateException(
          "No operation without a handler has the id " + operationId + " in the OpenAPI document");
    }
    table.add(operation.method(), operation.path(), handler.apply(operation));
    return this;
  }

  /**
   * To be called when all handlers were added.
   *
   * @throws IllegalStateException if an operation of the document has none
   */
  public void check() {
    if (!unhandled.isEmpty()) {
      throw new IllegalStateException(
          "Operations of the OpenAPI document without a handler: " + unhandled.keySet());
    }
  }
}
