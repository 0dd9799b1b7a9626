package dev.shopwire.console.pages.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.EnrichmentContracts;
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
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows admins what the promotion of a field would do, and promotes it. */
final class PromotePage {
  private static final Form PROMOTE = Form.of("promote", "", "Promote").farReaching();

  private static final List<Column> SHADOWED_BY =
      List.of(Column.text("App", "/app/slug"), Column.number("Customers", "/customers"));

  private final WorkspaceFields fields;
  private final RoleRequests roles;
  private final Curl curl;

  PromotePage(WorkspaceFields fields, PageKit kit) {
    this.fields = fields;
    this.roles = kit.roles();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  Future<PageResponse> submit(PageRequest request) {
    return Submissions.submit(
        request,
        PROMOTE,
        body ->
            roles.send(
                EnrichmentContracts.PROMOTE_FIELD, request.numericPathId(), "", request.caller()),
        promoted ->
            Future.succeededFuture(
                new PageResponse.Redirect(fieldsPage(request) + "?done=" + FieldsPage.PROMOTED)),
        again -> show(request, again));
  }

  private static String fieldsPage(PageRequest request) {
    return ConsolePage.FIELDS.path(request.workspaceId());
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    long id = request.numericPathId();
    Future<JsonNode> field = fields.find(request, id);
    Future<JsonNode> preview =
        roles
            .send(EnrichmentContracts.PREVIEW_PROMOTION, id, "", request.caller())
            .map(response -> ApiJson.of(response).path("preview"));
    return Future.all(field, preview)
        .map(
            loaded ->
                request.narrowPage(
                    "Promote " + field.result().path("name").asText(),
                    parts(request, field.result(), preview.result(), submission)));
  }

  private List<Part> parts(
      PageRequest request, JsonNode field, JsonNode preview, Submission submission) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(PROMOTE, submission));
    parts.add(
        Definitions.of(
            new Definition("Type", Cell.word(field.path("type").asText())),
            new Definition("Scope", Cell.word(field.path("scope").asText())),
            new Definition("App", Cell.text(field.at("/app/slug").asText())),
            new Definition("Customers with a value", Cell.data(preview.path("customers"))),
            new Definition("Private", Cell.yesOrNo(preview.path("private").asBoolean()))));
    List<JsonNode> shadowedBy = ApiJson.rows(preview, "shadowedBy");
    if (!shadowedBy.isEmpty()) {
      parts.add(
          new Text(
              "These apps have a field of their own with this name. They keep using it and don't"
                  + " see the promoted one."));
      parts.add(
          Tables.of(
              "shadowed-by",
              "Apps with a field of their own",
              SHADOWED_BY,
              shadowedBy,
              request.zone()));
    }
    parts.add(deed(request, field, preview.path("conflict"), submission));
    parts.add(
        curl.same(
            "curl",
            "/console/api/custom-fields/%s/promote-preview".formatted(request.pathId()),
            Map.of()));
    return parts;
  }

  /** The question, or why there is none. */
  private static Part deed(
      PageRequest request, JsonNode field, JsonNode conflict, Submission submission) {
    Link back = new Link("Back to the custom fields", fieldsPage(request));
    if (conflict.isObject()) {
      return new Region(
          "conflict",
          "This field can't be promoted",
          List.of(
              new Text(conflict.path("detail").asText() + "."),
              Definitions.of(new Definition("Code", Cell.word(conflict.path("code").asText()))),
              back));
    }
    if (!field.path("app").isObject()) {
      return new Region("promoted", "All apps share this field already", List.of(back));
    }
    return new Confirmation(
        "Promote %s?".formatted(WorkspaceFields.title(field)),
        "It becomes one field that all apps share, with one value for each customer, and keeps its"
            + " values. It can't be made an app's own field again.",
        PROMOTE.after(submission),
        fieldsPage(request));
  }
}
