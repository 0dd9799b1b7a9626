package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.AttributionContracts;
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
import dev.shopwire.console.pages.apps.WorkspaceApps;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Created;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Lists the affiliates of a workspace; admins create new ones. */
final class AffiliatesPage {
  private static final String HEADING = "Affiliates";

  private final WorkspaceApps apps;
  private final RoleRequests roles;
  private final Lists lists;
  private final Curl curl;

  AffiliatesPage(WorkspaceApps apps, PageKit kit) {
    this.apps = apps;
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return apps.slugs(request).compose(slugs -> show(request, slugs, Submission.NONE));
  }

  Future<PageResponse> submit(PageRequest request) {
    return apps.slugs(request)
        .compose(
            slugs -> {
              Form form = AffiliateForms.create(slugs);
              return request.form().get(Form.ID_FIELD).equals(form.id())
                  ? Submissions.submit(
                      request,
                      form,
                      body ->
                          roles.send(
                              AttributionContracts.CREATE_AFFILIATE,
                              request.workspaceId(),
                              AffiliateForms.affiliateBody(body),
                              request.caller()),
                      created ->
                          Future.succeededFuture(
                              Created.page(request, ApiJson.of(created).path("affiliate"))),
                      again -> show(request, slugs, again))
                  : Future.failedFuture(Failure.notFound("form"));
            });
  }

  private Future<PageResponse> show(
      PageRequest request, List<String> slugs, Submission submission) {
    Form form = AffiliateForms.create(slugs);
    return new UnavailableRole("affiliates-unavailable", HEADING, Role.ATTRIBUTION)
        .unless(lists.parts(request, affiliates(request)))
        .map(
            listed -> {
              List<Part> parts = new ArrayList<>(created(request));
              parts.addAll(Outcomes.alert(form, submission));
              parts.addAll(listed);
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(form.after(submission));
              }
              return request.page(HEADING, parts);
            });
  }

  private static List<Part> created(PageRequest request) {
    return Created.notice(
        request,
        "The affiliate was created.",
        "Open the new affiliate",
        id -> ConsolePage.AFFILIATE.path(request.workspaceId(), id));
  }

  private ListView affiliates(PageRequest request) {
    return ListView.of(
            "affiliates",
            HEADING,
            ApiList.ofWorkspace(
                Role.ATTRIBUTION,
                "listAffiliates",
                request.workspaceId(),
                "affiliates",
                "affiliates"),
            parameters ->
                roles.list(
                    AttributionContracts.LIST_AFFILIATES,
                    request.workspaceId(),
                    parameters,
                    request.caller()))
        .columns(
            List.of(
                Column.of("Name", affiliate -> AffiliateCells.affiliate(request, affiliate)),
                Column.text("Email", "/email"),
                Column.word("Status", "/status"),
                Column.of("Apps", AffiliateCells::apps),
                Column.of("Codes", AffiliatesPage::codes),
                Column.time("Created", "/createdAt")))
        .whenEmpty(
            "Affiliates bring shops with their codes, and are credited for them.",
            tryCreating(request));
  }

  private static Cell codes(JsonNode affiliate) {
    return new Cell.Data(Integer.toString(affiliate.path("codes").size()));
  }

  private Figure tryCreating(PageRequest request) {
    return curl.tryWithToken(
        "affiliates-try",
        "/console/api/workspaces/%d/affiliates".formatted(request.workspaceId()),
        "{\"name\":\"Jane\",\"email\":\"jane@partners.example\",\"codes\":[\"JANE10\"]}",
        "TOKEN is an API token with the role admin, made on the page Account.");
  }
}
