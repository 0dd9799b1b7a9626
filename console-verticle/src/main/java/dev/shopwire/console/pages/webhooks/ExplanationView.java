package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Question;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.UnavailableRole;
import dev.shopwire.console.pages.webhooks.EndpointChoices.Offered;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says why something was sent to an endpoint, or was not. */
final class ExplanationView {
  private static final String ASKED = "explain";

  private static final List<Column> REASONS =
      List.of(Column.word("Reason", "/code"), Column.text("Meaning", "/message"));

  private final EndpointChoices choices;
  private final RoleRequests roles;
  private final Curl curl;

  ExplanationView(EndpointChoices choices, PageKit kit) {
    this.choices = choices;
    this.roles = kit.roles();
    this.curl = kit.curl();
  }

  static boolean isAskedFor(PageRequest request) {
    return request.query().has(ASKED);
  }

  /** The parameters of an endpoint's page that explain what became of an event. */
  static Map<String, String> ofEvent(String eventId) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(ASKED, "1");
    parameters.put("eventId", eventId);
    return parameters;
  }

  /** The form, as a part of the endpoint's page. */
  Future<List<Part>> question(PageRequest request) {
    return choices
        .offered(request)
        .map(
            offered ->
                List.of(
                    new Section(
                        "explain-heading",
                        "Explain",
                        List.of(question(request, offered, FormData.EMPTY, Faults.NONE)))));
  }

  private static Question question(
      PageRequest request, Offered offered, FormData values, Faults faults) {
    return new Question(
        ASKED,
        "Explain",
        request.path(),
        fields(offered),
        Map.of(ASKED, "1"),
        values,
        faults,
        "Explain");
  }

  private static List<Field> fields(Offered offered) {
    return List.of(
        Field.text("eventId", "Event id").withHint("Empty: would it be sent now?"),
        Field.choice("topic", "Topic", Arrays.stream(Topic.values()).map(Topic::apiName).toList()),
        Field.choice("app", "App", offered.slugs()),
        Field.text("eventName", "Event name").withSuggestions(offered.eventNames().stream()));
  }

  Future<PageResponse> show(PageRequest request) {
    return choices
        .offered(request)
        .compose(
            offered ->
                new UnavailableRole("explanation-unavailable", "Explain", Role.WEBHOOK)
                    .unless(explanation(request, offered))
                    .map(parts -> page(request, offered, Faults.NONE, parts))
                    .recover(error -> refused(request, offered, error)));
  }

  private static PageResponse page(
      PageRequest request, Offered offered, Faults faults, List<Part> result) {
    List<Part> parts = new ArrayList<>();
    if (!faults.isEmpty()) {
      parts.add(new FaultAlert(ASKED, fields(offered), faults));
    }
    parts.add(new Link("All deliveries of this endpoint", request.path()));
    parts.add(question(request, offered, request.query(), faults));
    parts.addAll(result);
    return request.page(EndpointPage.HEADING, parts);
  }

  private static Future<PageResponse> refused(
      PageRequest request, Offered offered, Throwable error) {
    return error instanceof Failure failure && failure.code() == Code.INVALID
        ? Future.succeededFuture(
            PageRequest.withStatus(page(request, offered, Faults.of(failure), List.of()), failure))
        : Future.failedFuture(error);
  }

  private Future<List<Part>> explanation(PageRequest request, Offered offered) {
    Map<String, String> parameters = new LinkedHashMap<>();
    fields(offered).stream()
        .map(Field::name)
        .filter(request.query()::has)
        .forEach(name -> parameters.put(name, request.query().get(name).strip()));
    return roles
        .query(WebhookContracts.EXPLAIN, request.numericPathId(), parameters, request.caller())
        .map(
            explained -> {
              List<Part> parts =
                  new ArrayList<>(parts(request, ApiJson.of(explained).path("explanation")));
              parts.add(
                  curl.same(
                      "explain-curl",
                      "/console/api/webhook-endpoints/" + request.pathId() + "/explain",
                      parameters));
              return parts;
            });
  }

  private static List<Part> parts(PageRequest request, JsonNode explanation) {
    String sent = request.query().has("eventId") ? "Sent" : "Would be sent";
    List<Part> parts = new ArrayList<>();
    parts.add(
        Definitions.of(new Definition(sent, Cell.yesOrNo(explanation.path("sent").asBoolean()))));
    parts.add(
        DeliveryColumns.table(
            request, "reasons", "Reasons", REASONS, ApiJson.rows(explanation, "reasons")));
    List<JsonNode> deliveries = ApiJson.rows(explanation, "deliveries");
    if (!deliveries.isEmpty()) {
      parts.add(
          DeliveryColumns.table(
              request, "deliveries", "Deliveries", DeliveryColumns.of(request), deliveries));
    }
    return parts;
  }
}
