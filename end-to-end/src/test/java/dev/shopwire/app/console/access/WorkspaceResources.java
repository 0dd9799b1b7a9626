package dev.shopwire.app.console.access;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.console.access.AccessOperation.Slot;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.DocumentedOperation.Parameter;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A new workspace that has a resource of every kind that paths of operations identify. Each is
 * created as the document's example of its creation shows; only what no operation creates is named
 * here.
 */
final class WorkspaceResources {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());

  /** The shop of the document's examples. */
  private static final String SHOP = "acme.platform.example";

  final String workspace = SERVICE.tenants().app().workspaceId();

  /** Owns the workspace. */
  final User owner = USERS.add(workspace, "owner");

  final ConsoleBrowser asOwner = new ConsoleBrowser(SERVICE.consoleUrl()).signedIn(owner);
  private final List<AccessOperation> operations;
  private final DocumentedBodies bodies;
  private final Map<String, String> ids = new HashMap<>();
  private final Map<String, JsonNode> created = new HashMap<>();

  /**
   * @param receiver the address to which webhooks are sent
   */
  WorkspaceResources(List<AccessOperation> operations, String receiver) {
    this.operations = operations;
    bodies = new DocumentedBodies(workspace, receiver);
    ids.put("workspaces", workspace);
    operations.forEach(operation -> operation.slots().forEach(this::id));
    send(operation("PUT /apps/{id}/partner-connection"));
    // Otherwise the role would try to fetch something meanwhile.
    post("/apps/{id}/partner-connection/pause");
  }

  /** The id of a resource, which is created if there is none. */
  String id(Slot slot) {
    String known = ids.get(slot.kind());
    if (known == null) {
      known = create(slot);
      ids.put(slot.kind(), known);
    }
    return known;
  }

  void requireTotp(boolean required) {
    SERVICE
        .sql()
        .run(
            """
            insert into console_workspace_settings (workspace_id, require_totp) values (%1$s, %2$s)
            on conflict (workspace_id) do update set require_totp = %2$s
            """
                .formatted(workspace, required));
  }

  private String create(Slot slot) {
    return switch (slot.kind()) {
      case "users" -> Long.toString(USERS.add(workspace, "analyst").id());
      case "sessions" -> newestId("console_sessions");
      case "tokens" -> {
        USERS.token(owner, workspace, "analyst");
        yield newestId("console_api_tokens");
      }
      case "customers", "attributions" -> customer();
      case "deliveries" -> settledDelivery();
      case "campaigns" -> {
        bodies.set("template", id(new Slot("mail-templates", "id")));
        yield createAsDocumented(slot);
      }
      case "flow-runs" -> flowRun();
      case "dry-runs" -> {
        id(new Slot("customers", "id"));
        yield createAsDocumented(slot);
      }
      case "linked-runs" -> post("/linked-queries/{id}/run").at("/run/id").asText();
      case "messages" -> post("/mail-templates/{id}/test").at("/message/id").asText();
      case "replays" -> post("/deliveries/{id}/replay").at("/replay/id").asText();
      default -> createAsDocumented(slot);
    };
  }

  /** A delivery that is over, since one that is pending can't be replayed. */
  private String settledDelivery() {
    String delivery = post("/webhook-endpoints/{id}/test").at("/delivery/id").asText();
    Poll.until(
        Duration.ofSeconds(30),
        () -> "the delivery is over",
        () ->
            !SERVICE
                .tenants()
                .console()
                .get("/console/api/deliveries/" + delivery)
                .json()
                .at("/delivery/status")
                .asText("pending")
                .equals("pending"));
    return delivery;
  }

  private String flowRun() {
    id(new Slot("customers", "id"));
    return SERVICE
        .sql()
        .text(
            """
            with entered as (
              insert into flow_runs (workspace_id, flow_id, version, customer_id, status, at,
                due_at, waiting_since, wake_at, entered_at, cause_type, cause_at, occurred_at,
                cause_app, cause_key)
              select workspace_id, ?, 1, id, 'active', now(), later, now(), later, now(),
                'usage_event', now(), now(), 1, gen_random_uuid()
              from customers, (select now() + interval '1 year' as later) as times
              where workspace_id = ? and domain = ?
              returning id, workspace_id, flow_id, version
            ), counted as (
              insert into flow_counts (workspace_id, flow_id, version, kind, shard, count, last_at)
              select workspace_id, flow_id, version, 'entered', 0, 1, now() from entered
            )
            select id from entered
            """,
            Long.parseLong(id(new Slot("flows", "id"))),
            Long.parseLong(workspace),
            SHOP);
  }

  private String newestId(String table) {
    return SERVICE.sql().text("select max(id) from " + table + " where user_id = ?", owner.id());
  }

  private String customer() {
    id(new Slot("keys", "key"));
    SchemaCheckedHttp api =
        SERVICE
            .tenants()
            .as(Map.of("X-Api-Key", requireNonNull(created.get("keys")).path("secret").asText()));
    assertEquals(200, api.post("/v1/identify", "{\"myplatformDomain\":\"" + SHOP + "\"}").status());
    return api.get("/v1/customer?customerId=" + SHOP).json().at("/customer/id").asText();
  }

  private JsonNode post(String path) {
    return send(operation("POST " + path));
  }

  private AccessOperation operation(String name) {
    return operations.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the document has no operation " + name));
  }

  private JsonNode send(AccessOperation creation) {
    MatrixRequest request = request(creation);
    Response response =
        asOwner.send(
            request.method(),
            request.target().substring("/console/api".length()),
            Map.of(),
            request.body().getBytes(StandardCharsets.UTF_8));
    assertEquals(200, response.status(), () -> request + ": " + response.body());
    return response.json();
  }

  private String createAsDocumented(Slot slot) {
    AccessOperation creation =
        operations.stream()
            .filter(each -> each.name().matches("POST /(.*/)?" + slot.kind()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no operation creates " + slot));
    JsonNode response = send(creation);
    created.put(slot.kind(), response);
    String named = DocumentedBodies.member(creation, slot.name());
    return named.isEmpty() ? idIn(response) : named;
  }

  /** The id of the object in a response: {@code {"app": {"id": …}}}, or a contact's. */
  private static String idIn(JsonNode response) {
    for (JsonNode object : response) {
      if (object.isObject()) {
        return object.path(object.has("contactId") ? "contactId" : "id").asText();
      }
    }
    throw new AssertionError("no object with an id in " + response);
  }

  /** A request that is valid, so that only its caller can be a reason to refuse it. */
  MatrixRequest request(AccessOperation operation) {
    return request(operation, operation.path(this::id));
  }

  /**
   * The same one; what it creates conflicts with no resource of this workspace.
   *
   * @param instead ids by kind
   */
  MatrixRequest newRequest(AccessOperation operation, Map<String, String> instead) {
    String kind = operation.segments().get(operation.segments().size() - 1);
    boolean exists = operation.documented().method().equals("POST") && created.containsKey(kind);
    String body = exists ? bodies.another(operation) : bodies.of(operation);
    String path =
        operation.path(
            slot -> Optional.ofNullable(instead.get(slot.kind())).orElseGet(() -> id(slot)));
    return request(operation, path, body);
  }

  /** The same request for another path. */
  MatrixRequest request(AccessOperation operation, String path) {
    return request(operation, path, bodies.of(operation));
  }

  private static MatrixRequest request(AccessOperation operation, String path, String body) {
    String query =
        operation.documented().parameters().stream()
            .filter(parameter -> !parameter.isInPath() && parameter.isRequired())
            .map(WorkspaceResources::encoded)
            .collect(Collectors.joining("&"));
    return new MatrixRequest(
        operation.documented().method(), path + (query.isEmpty() ? "" : "?" + query), body);
  }

  private static String encoded(Parameter parameter) {
    return parameter.name() + "=" + URLEncoder.encode(parameter.example(), StandardCharsets.UTF_8);
  }
}
