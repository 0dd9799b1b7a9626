package dev.shopwire.console.pages.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.system.SystemStatus;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Shows the processes, queues and stores of the installation as they are now. */
final class SystemPage {
  private static final String HEADING = "System";

  private static final List<Column> NODES =
      List.of(
          Column.text("Node", "/id"),
          // A process that doesn't respond has no version.
          Column.of("Responds", node -> Cell.yesOrNo(node.path("version").isTextual())),
          Column.text("Address", "/address"),
          Column.text("Version", "/version"),
          Column.time("Started", "/startedAt"),
          Column.of("Roles", node -> Cell.text(words(node.path("roles")))),
          Column.number("Heap used (bytes)", "/heapUsedBytes"),
          Column.number("Heap limit (bytes)", "/heapMaxBytes"));
  private static final List<Column> QUEUES =
      List.of(
          Column.word("Queue", "/name"),
          Column.number("Depth", "/depth"),
          Column.number("Oldest (seconds)", "/oldestSeconds"));
  private static final List<Column> STORES =
      List.of(
          Column.word("Store", "/name"),
          Column.yesOrNo("Responds", "/ok"),
          Column.text("Version", "/version"),
          Column.number("Latency (ms)", "/latencyMs"));

  private final SystemStatus system;
  private final Curl curl;

  SystemPage(SystemStatus system, Curl curl) {
    this.system = system;
    this.curl = curl;
  }

  Future<PageResponse> show(PageRequest request) {
    return system
        .read(request.caller())
        .map(ApiJson::of)
        .map(status -> request.page(HEADING, parts(request, status)));
  }

  private List<Part> parts(PageRequest request, JsonNode status) {
    List<Part> parts = new ArrayList<>();
    if (!status.path("missing").isEmpty()) {
      parts.add(missing(words(status.path("missing"))));
    }
    parts.add(table(request, status, "nodes", "Nodes", NODES));
    parts.add(table(request, status, "queues", "Queues", QUEUES));
    parts.add(table(request, status, "stores", "Stores", STORES));
    parts.add(new Link("Refresh", request.path()));
    parts.add(curl.sameByOperator("curl", "/console/api/system"));
    return parts;
  }

  private static Part missing(String roles) {
    return new Region(
        "missing",
        "Roles that don't respond: " + roles,
        List.of(
            new Text("No process runs them, or it doesn't respond in time. What they do waits.")));
  }

  private static Part table(
      PageRequest request, JsonNode status, String name, String caption, List<Column> columns) {
    return Tables.of(name, caption, columns, ApiJson.rows(status, name), request.zone());
  }

  private static String words(JsonNode names) {
    return names.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
  }
}
