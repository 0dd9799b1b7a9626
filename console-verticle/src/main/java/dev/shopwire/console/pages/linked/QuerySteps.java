package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The second steps before a linked query is paused, resumed, rolled back or deleted. */
final class QuerySteps {
  private static final String PAUSE = "pause";
  private static final String RESUME = "resume";
  private static final String ROLL_BACK = "rollback";
  private static final String DELETE = "delete";

  /** As many applied runs as the API can put back, besides the last one. */
  private static final int MAX_RUNS = 9;

  private final LinkedRequests requests;
  private final RoleRequests roles;

  QuerySteps(RoleRequests roles) {
    this.requests = new LinkedRequests(roles);
    this.roles = roles;
  }

  /** What the page says afterwards, by {@link PageRequest#done}. */
  static Map<String, String> done() {
    return Map.of(
        PAUSE, "The query is paused: it runs only by Run now.", RESUME, "The query was resumed.");
  }

  /** Those that make sense now. */
  static Part buttons(PageRequest request, JsonNode query) {
    boolean isPaused = query.path("status").asText().equals("paused");
    return new Buttons(
        List.of(
            new Link(
                "Edit query",
                ConsolePage.EDIT_LINKED_QUERY.path(request.workspaceId(), request.pathId()))),
        List.of(
            isPaused ? action("Resume", RESUME) : action("Pause", PAUSE),
            action("Roll back", ROLL_BACK),
            action("Delete query", DELETE)));
  }

  private static Action action(String label, String step) {
    return new Action(label, Map.of(SecondSteps.PARAMETER, step));
  }

  SecondSteps all() {
    return new SecondSteps(
        request -> requests.query(request).map(query -> query.path("name").asText()),
        Map.of(
            PAUSE,
            Step.of(
                request -> about(request, QuerySteps::pause),
                (request, body) -> change(request, "paused"),
                PAUSE),
            RESUME,
            Step.of(
                request -> about(request, QuerySteps::resume),
                (request, body) -> change(request, "active"),
                RESUME),
            ROLL_BACK,
            new Step(
                this::rollBack,
                (request, body) ->
                    requests.send(
                        LinkedFieldContracts.ROLL_BACK,
                        request,
                        request.numericPathId(),
                        new String(body, StandardCharsets.UTF_8)),
                (request, begun) -> QueryPage.leadToRun(request, (JsonNode) begun)),
            DELETE,
            new Step(
                request -> about(request, QuerySteps::delete),
                this::delete,
                (request, query) -> DatabasePage.afterDeletionOfQuery(request, (JsonNode) query))));
  }

  private Future<JsonNode> change(PageRequest request, String status) {
    return requests.send(
        LinkedFieldContracts.CHANGE_QUERY,
        request,
        request.numericPathId(),
        "{\"status\":\"%s\"}".formatted(status));
  }

  /** The query that was deleted. */
  private Future<JsonNode> delete(PageRequest request, byte[] body) {
    return requests
        .query(request)
        .compose(
            query ->
                requests
                    .send(LinkedFieldContracts.DELETE_QUERY, request, request.numericPathId(), "")
                    .map(query));
  }

  private Future<Confirmation> about(
      PageRequest request, BiFunction<PageRequest, JsonNode, Confirmation> confirmation) {
    return requests
        .query(request.require(AccessLevel.ADMIN))
        .map(query -> confirmation.apply(request, query));
  }

  private static Confirmation pause(PageRequest request, JsonNode query) {
    return new Confirmation(
        "Pause the query %s?".formatted(query.path("name").asText()),
        "It no longer runs by itself. Its fields stay linked, and keep their values.",
        Form.of(PAUSE, "", "Pause"),
        request.path());
  }

  private static Confirmation resume(PageRequest request, JsonNode query) {
    return new Confirmation(
        "Resume the query %s?".formatted(query.path("name").asText()),
        "It runs by its schedule again: %s.".formatted(QueryParts.schedule(query)),
        Form.of(RESUME, "", "Resume"),
        request.path());
  }

  private static Confirmation delete(PageRequest request, JsonNode query) {
    int fields = query.path("columns").size();
    return new Confirmation(
        "Delete the query %s?".formatted(query.path("name").asText()),
        "Its runs can no longer be looked at or put back. The fields that it fills (%d) keep their"
                .formatted(fields)
            + " values, and apps can push them again.",
        Form.of(DELETE, "", "Delete query").farReaching(),
        request.path());
  }

  private Future<Confirmation> rollBack(PageRequest request) {
    Future<JsonNode> query = requests.query(request.require(AccessLevel.ADMIN));
    Future<List<JsonNode>> runs =
        roles
            .query(
                LinkedFieldContracts.RUNS,
                request.numericPathId(),
                Map.of("take", "100"),
                request.caller())
            .map((JsonResponse listed) -> ApiJson.rows(ApiJson.of(listed), "runs"));
    return Future.all(query, runs)
        .map(
            found ->
                new Confirmation(
                    "Roll back the query %s?".formatted(query.result().path("name").asText()),
                    "A run puts the values of its fields (%d) back, and the query is paused, so that"
                            .formatted(query.result().path("columns").size())
                        + " it doesn't read them again at once. The guard doesn't hold this run.",
                    Form.of(ROLL_BACK, "", "Roll back", targets(request, runs.result()))
                        .farReaching(),
                    request.path()));
  }

  private static Field targets(PageRequest request, List<JsonNode> runs) {
    List<Option> options = new ArrayList<>();
    options.add(new Option("", "as before the last applied run"));
    runs.stream()
        .filter(run -> run.path("status").asText().equals("applied"))
        .skip(1)
        .limit(MAX_RUNS)
        .map(run -> option(request, run))
        .forEach(options::add);
    return Field.select("toRunId", "Values", options);
  }

  private static Option option(PageRequest request, JsonNode run) {
    String id = run.path("id").asText();
    String at = Cell.local(run.path("startedAt").asText(), request.zone());
    return new Option(id, "as after run %s of %s".formatted(id, at));
  }
}
