package dev.shopwire.console.pages.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists custom fields; admins create shared ones, and change, promote and delete all. */
final class FieldsPage {
  static final String HEADING = "Custom fields";
  static final String PROMOTED = "promoted";

  private static final Map<String, String> DONE =
      Map.of(
          "created",
          "The field was created.",
          PROMOTED,
          "The field was promoted: all apps share it now.",
          "retyped",
          "The type of the field was changed.",
          "private",
          "The field is private now.",
          "visible",
          "The field is no longer private.",
          "deleted",
          "The field and its values were deleted.");

  private final RoleRequests roles;
  private final Lists lists;
  private final Curl curl;

  FieldsPage(PageKit kit) {
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(FieldForms.NEW.id())
        ? Submissions.submit(
            request,
            FieldForms.NEW,
            body -> create(request, body),
            created -> Future.succeededFuture(request.done("created")),
            again -> show(request, again))
        : Future.failedFuture(Failure.notFound("form"));
  }

  private Future<JsonResponse> create(PageRequest request, byte[] body) {
    return roles.send(
        EnrichmentContracts.CREATE_FIELD,
        request.workspaceId(),
        new String(body, StandardCharsets.UTF_8),
        request.caller());
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    return new UnavailableRole("fields-unavailable", HEADING, Role.ENRICHMENT)
        .unless(lists.parts(request, fields(request)))
        .map(
            listed -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(Outcomes.alert(FieldForms.NEW, submission));
              parts.addAll(listed);
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(FieldForms.NEW.after(submission));
              }
              return request.page(HEADING, parts);
            });
  }

  private ListView fields(PageRequest request) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.link("Name", "/name", field -> customers(request, field)),
                Column.word("Type", "/type"),
                Column.word("Scope", "/scope"),
                Column.text("App", "/app/slug"),
                Column.yesOrNo("Private", "/private"),
                Column.number("Customers", "/customers"),
                Column.of("Linked query", field -> query(request, field.path("linked")))));
    if (request.may(AccessLevel.ADMIN)) {
      columns.add(Column.of("Promotion", field -> promotion(request, field)));
      columns.add(Column.actions(FieldsPage::actions));
    }
    return ListView.of(
            "fields",
            HEADING,
            ApiList.ofWorkspace(
                Role.ENRICHMENT,
                "listCustomFields",
                request.workspaceId(),
                "custom-fields",
                "customFields"),
            parameters ->
                roles.list(
                    EnrichmentContracts.LIST_FIELDS,
                    request.workspaceId(),
                    parameters,
                    request.caller()))
        .columns(columns)
        .whenEmpty(
            "Apps create fields by pushing values; shared ones are created here.",
            tryPushing(request));
  }

  private Figure tryPushing(PageRequest request) {
    return curl.tryWithToken(
        "fields-try",
        "/console/api/workspaces/%d/custom-fields".formatted(request.workspaceId()),
        "{\"name\":\"plan\",\"type\":\"text\",\"scope\":\"customers\"}",
        "TOKEN is an API token with the role admin, made on the page Account.");
  }

  /** The customers that have a value. */
  private static String customers(PageRequest request, JsonNode field) {
    return Curl.address(
        request.workspace().path("/customers"), Map.of("filter", FieldForms.hasValue(field)));
  }

  /** Only an app's own field can be promoted. */
  private static Cell promotion(PageRequest request, JsonNode field) {
    return field.path("scope").asText().equals("app")
        ? new Cell.Link(
            "Promote " + field.path("name").asText(),
            ConsolePage.PROMOTE_FIELD.path(request.workspaceId(), field.path("id").asText()))
        : new Cell.None();
  }

  /** The query that fills a field. */
  private static Cell query(PageRequest request, JsonNode linked) {
    return linked.isObject()
        ? new Cell.Link(
            linked.path("name").asText(),
            ConsolePage.LINKED_QUERY.path(request.workspaceId(), linked.path("queryId").asText()))
        : new Cell.None();
  }

  /** A linked field keeps its type. Why it can't be deleted is said when that is tried. */
  private static List<Action> actions(JsonNode field) {
    Action visibility =
        field.path("private").asBoolean()
            ? Action.of("Make visible", "visible", field)
            : Action.of("Make private", "private", field);
    Action deletion = Action.of("Delete", "delete", field);
    return field.path("linked").isObject()
        ? List.of(visibility, deletion)
        : List.of(Action.of("Change type", "retype", field), visibility, deletion);
  }
}
