package dev.shopwire.app.console.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * What is written at random: objects of all roles in one workspace, some of each type. Thread-safe.
 */
final class AuditedObjects {
  /** As many are created before others are changed and deleted. */
  private static final int SOME = 4;

  private static final String API = "/console/api";
  private static final String SESSIONS =
      "select coalesce(string_agg(id::text, ' '), '') from console_sessions";
  private static final Pattern EITHER = Pattern.compile("\\{(\\w+)\\|(\\w+)}");
  private final SchemaCheckedHttp console;
  private final OwnService service;
  private final String workspaceId;
  private final Map<String, String> placeholders;
  private final Map<String, List<String>> ids = new ConcurrentHashMap<>();
  private final AtomicInteger texts = new AtomicInteger();

  /** What is neither changed nor deleted: what writers need. */
  private Set<String> kept = Set.of();

  /**
   * A request that writes.
   *
   * @param id of the object; empty for a new one
   */
  record Request(
      ObjectKind kind, String id, String action, String method, String path, String body) {
    /** Whether it may write what is stored already: one of two values, or that a key is revoked. */
    boolean mayChangeNothing() {
      return action.equals("key.revoked")
          || (action.equals(kind.type() + ".changed") && kind.changeBody().contains("|"));
    }
  }

  /** Adds a workspace with an app, a customer, and two members whose roles change. */
  AuditedObjects(OwnService service) {
    this.service = service;
    Tenants.App app = service.tenants().app();
    console = service.tenants().console();
    workspaceId = app.workspaceId();
    Response customer =
        app.api().post("/v1/identify", "{\"myplatformDomain\":\"audited.example.com\"}");
    assertEquals(200, customer.status(), customer::body);
    placeholders =
        Map.of(
            "{w}", workspaceId,
            "{a}", app.appId(),
            "{c}", customer.json().at("/customer/id").asText());
    ConsoleUsers users = new ConsoleUsers(service.sql());
    ids.put(
        "user",
        List.of(
            Long.toString(users.add(workspaceId, "analyst").id()),
            Long.toString(users.add(workspaceId, "admin").id())));
    ids.put("attribution_settings", List.of(workspaceId));
    ids.put("workspace", List.of(workspaceId));
  }

  /** Keeps what exists now, and returns it: only what is created from now on is deleted. */
  Map<String, JsonNode> keepAll() {
    Map<String, JsonNode> all = read();
    kept = Set.copyOf(all.keySet());
    return all;
  }

  String workspaceId() {
    return workspaceId;
  }

  String workspacePath() {
    return "/workspaces/" + workspaceId;
  }

  /** A text that nothing else has. */
  String text() {
    return "t" + texts.incrementAndGet();
  }

  /** The id of any object of a type that may be changed; empty if there is none. */
  Optional<String> any(String type, Random random) {
    List<String> known = ids.getOrDefault(type, List.of());
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(known.get(random.nextInt(known.size())));
  }

  Request next(Random random) {
    ObjectKind kind = ObjectKind.ALL.get(random.nextInt(ObjectKind.ALL.size()));
    String id = any(kind.type(), random).orElse("");
    boolean isRare = ids.getOrDefault(kind.type(), List.of()).size() < SOME;
    if (id.isEmpty() || (isRare && kind.hasCreation())) {
      String body = body(kind.createBody(), random);
      return new Request(kind, "", kind.creation(), "POST", fill(kind.createdAt()), body);
    }
    String path = fill(kind.path()).replace("{id}", id);
    if (kind.hasDeletion() && (random.nextBoolean() || !kind.hasChange())) {
      return new Request(kind, id, kind.deletion(), "DELETE", path, "");
    }
    String body = body(kind.changeBody(), random);
    return new Request(kind, id, kind.type() + ".changed", "PATCH", path, body);
  }

  /** What was created can be changed now, and what was deleted no longer. */
  void done(Request request, Response response) {
    if (request.method().equals("POST")) {
      for (JsonNode created : response.json()) {
        if (created.has(request.kind().id())) {
          String id = created.path(request.kind().id()).asText();
          change(request.kind().type(), known -> known.add(id));
        }
      }
    } else if (request.method().equals("DELETE")) {
      change(request.kind().type(), known -> known.remove(request.id()));
    }
  }

  private void change(String type, Consumer<List<String>> change) {
    ids.compute(
        type,
        (any, known) -> {
          List<String> changed = new ArrayList<>(known == null ? List.of() : known);
          change.accept(changed);
          return changed;
        });
  }

  private String fill(String template) {
    String filled = template;
    for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
      filled = filled.replace(placeholder.getKey(), placeholder.getValue());
    }
    return filled;
  }

  private String body(String template, Random random) {
    String chosen = EITHER.matcher(template).replaceAll(random.nextBoolean() ? "$1" : "$2");
    return fill(chosen).replace("{text}", text()).replace('\'', '"');
  }

  /** All objects as the API lists them, by {@code type/id}; of sessions only their ids. */
  Map<String, JsonNode> read() {
    Map<String, JsonNode> objects = new TreeMap<>();
    for (ObjectKind kind : ObjectKind.ALL) {
      String query = kind.hasCreation() ? "?take=1000" : "";
      Response response = console.get(API + fill(kind.list()) + query);
      assertEquals(200, response.status(), response::body);
      assertFalse(response.json().path("hasNextPage").asBoolean());
      JsonNode rows = response.json().path(kind.rows());
      for (JsonNode row : rows.isArray() ? rows : List.of(rows)) {
        objects.put(kind.type() + "/" + row.path(kind.id()).asText(workspaceId), row);
      }
    }
    for (String session : service.sql().text(SESSIONS).split(" ", -1)) {
      objects.put("session/" + session, Json.MAPPER.createObjectNode());
    }
    return objects;
  }

  /** Takes over which objects there are to change and delete. */
  void refresh(Map<String, JsonNode> objects) {
    for (ObjectKind kind : ObjectKind.ALL) {
      if (kind.hasCreation()) {
        String prefix = kind.type() + "/";
        ids.put(
            kind.type(),
            objects.entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .filter(each -> !kept.contains(each.getKey()))
                .filter(each -> !each.getValue().path("revoked").asBoolean())
                .map(each -> each.getKey().substring(prefix.length()))
                .toList());
      }
    }
  }
}
