package dev.shopwire.common.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.resources.Resources;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Serves the OpenAPI document and the page at {@code /docs} that renders it with Swagger UI, all
 * from memory. Thread-safe.
 */
public final class ApiDocument {
  private static final String FOLDER = "/dev/shopwire/common/docs/";
  private static final String PATH_TOKEN = "OPENAPI_PATH";
  private static final String SCRIPT = "docs.js";
  private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

  /** The files of the page that are the same for every document. */
  private static final Map<String, String> FILES =
      Map.of(
          "index.html", "text/html; charset=utf-8",
          "swagger-ui.css", "text/css; charset=utf-8",
          "swagger-ui-bundle.js", JAVASCRIPT);

  /**
   * Their contents, which are large: read once for all documents and event loops of the process.
   */
  private static final class Contents {
    private static final Map<String, Buffer> BY_NAME =
        FILES.keySet().stream()
            .collect(
                Collectors.toMap(
                    name -> name, name -> Buffer.buffer(Resources.bytes(FOLDER + name))));

    static Buffer of(String name) {
      return Objects.requireNonNull(BY_NAME.get(name), name);
    }
  }

  private final String path;
  private final Buffer document;
  private final ParameterCheck parameterCheck;
  private final List<ApiOperation> operations;

  /**
   * @param path where the document is served
   * @param resource the document in YAML, on the class path
   */
  public ApiDocument(String path, String resource) {
    this(path, resource, (operation, node) -> {});
  }

  /**
   * @param each completes the operations of the document with what many of them have in common
   */
  public ApiDocument(String path, String resource, BiConsumer<ApiOperation, ObjectNode> each) {
    this.path = path;
    try {
      JsonNode root = new YAMLMapper().readTree(Resources.bytes(resource));
      operations = ApiOperation.all(root, each);
      document = Buffer.buffer(Json.MAPPER.writeValueAsBytes(root));
      parameterCheck = new ParameterCheck(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The documented query parameters of GET requests. */
  public ParameterCheck parameterCheck() {
    return parameterCheck;
  }

  /** Routes the document's operations, except the one that serves the document itself. */
  public OperationRoutes operations(Routes routes) {
    return new OperationRoutes(
        operations.stream().filter(operation -> !operation.path().equals(path)).toList(),
        routes::on);
  }

  /** Adds the routes of the document and its page. */
  public void addTo(Routes routes) {
    routes.on(HttpMethod.GET, path, context -> send(context, "application/json", document));
    Buffer script = Buffer.buffer(Resources.text(FOLDER + SCRIPT).replace(PATH_TOKEN, path));
    routes.on(HttpMethod.GET, "/docs/" + SCRIPT, context -> send(context, JAVASCRIPT, script));
    FILES.forEach(
        (name, type) -> {
          Buffer file = Contents.of(name);
          String url = name.equals("index.html") ? "/docs" : "/docs/" + name;
          routes.on(HttpMethod.GET, url, context -> send(context, type, file));
        });
  }

  private static void send(RoutingContext context, String type, Buffer body) {
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, type)
        .putHeader(HttpHeaders.CACHE_CONTROL, "max-age=300")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader(
            "Content-Security-Policy",
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:")
        .end(body);
  }
}
