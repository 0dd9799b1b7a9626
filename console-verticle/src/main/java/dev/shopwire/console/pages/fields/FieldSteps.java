package dev.shopwire.console.pages.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The second steps of the page of custom fields: what is done to one field. */
final class FieldSteps {
  private static final List<Column> EXAMPLES =
      List.of(
          Column.text("Shop", "/myplatformDomain"),
          Column.text("App", "/app/slug"),
          Column.text("Value", "/value"));

  private final WorkspaceFields fields;
  private final RoleRequests roles;
  private final SecondSteps steps;

  FieldSteps(WorkspaceFields fields, RoleRequests roles) {
    this.fields = fields;
    this.roles = roles;
    steps =
        new SecondSteps(
            FieldsPage.HEADING,
            Map.of(
                "retype",
                new Step(
                    request -> field(request, FieldForms::retype),
                    this::check,
                    FieldSteps::afterCheck),
                "retype-run",
                Step.of(
                    request -> field(request, FieldSteps::retype),
                    (request, body) -> retype(request, ApiJson.ofForm(body)),
                    "retyped"),
                "private",
                Step.of(
                    request -> field(request, FieldForms::makePrivate),
                    (request, body) -> setPrivate(request, true),
                    "private"),
                "visible",
                Step.of(
                    request -> field(request, FieldForms::makeVisible),
                    (request, body) -> setPrivate(request, false),
                    "visible"),
                "delete",
                Step.of(
                    request -> field(request, FieldForms::delete),
                    (request, body) ->
                        roles.send(
                            EnrichmentContracts.DELETE_FIELD, request.id(), "", request.caller()),
                    "deleted")));
  }

  SecondSteps all() {
    return steps;
  }

  private Future<Confirmation> field(
      PageRequest request, BiFunction<PageRequest, JsonNode, Confirmation> confirmation) {
    request.require(AccessLevel.ADMIN);
    return fields.find(request, request.id()).map(field -> confirmation.apply(request, field));
  }

  /** What the dry run of a change found. */
  private record Checked(JsonNode field, JsonNode retype) {}

  private Future<Checked> check(PageRequest request, byte[] body) {
    return fields
        .find(request, request.id())
        .compose(
            field ->
                retype(request, ApiJson.ofForm(body).put("dryRun", true))
                    .map(found -> new Checked(field, found)));
  }

  private Future<JsonNode> retype(PageRequest request, ObjectNode body) {
    return roles
        .send(EnrichmentContracts.RETYPE_FIELD, request.id(), body.toString(), request.caller())
        .map(response -> ApiJson.of(response).path("retype"));
  }

  private Future<?> setPrivate(PageRequest request, boolean isPrivate) {
    return roles.send(
        EnrichmentContracts.CHANGE_FIELD,
        request.id(),
        "{\"private\":%s}".formatted(isPrivate),
        request.caller());
  }

  private static PageResponse afterCheck(PageRequest request, Object result) {
    Checked checked = (Checked) result;
    JsonNode found = checked.retype();
    List<Part> parts = new ArrayList<>();
    parts.add(
        FieldForms.retypeChecked(
            request,
            checked.field(),
            request.form().get("type"),
            "Values that can be converted: %s. Values that can't: %s."
                    .formatted(found.path("converted").asText(), found.path("failed").asText())
                + " Apps must push the new type from then on."));
    List<JsonNode> examples = ApiJson.rows(found, "examples");
    if (!examples.isEmpty()) {
      parts.add(
          Tables.of(
              "examples", "Values that can't be converted", EXAMPLES, examples, request.zone()));
    }
    return request.narrowPage(FieldsPage.HEADING, parts);
  }

  private static Confirmation retype(PageRequest request, JsonNode field) {
    return FieldForms.retypeChecked(
        request, field, request.query().get("type"), "Apps must push the new type from then on.");
  }
}
