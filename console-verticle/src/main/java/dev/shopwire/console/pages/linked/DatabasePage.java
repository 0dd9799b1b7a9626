package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows a database, the proof that nothing can be written with its role, and its queries; admins
 * have the proof made again, and delete the database.
 */
final class DatabasePage {
  private static final UnavailableRole UNAVAILABLE =
      new UnavailableRole("database-unavailable", "Database", Role.SOURCES);
  private static final String DELETE = "delete";
  private static final Form CHECK = Form.of("check", "", "Check again");

  private static final Map<String, String> DONE =
      Map.of(
          "created",
          "The database was added. A new linked query says which fields it fills.",
          "changed",
          "The database was changed.",
          "checked",
          "The proof was made again.",
          "query-deleted",
          "The linked query was deleted. Its fields can be pushed again; their values are as they"
              + " were.");

  private final LinkedRequests requests;
  private final QueryList queries;
  private final PageKit kit;

  DatabasePage(PageKit kit) {
    this.requests = new LinkedRequests(kit.roles());
    this.queries = new QueryList(kit);
    this.kit = kit;
  }

  /** Where the deletion of a query leads. */
  static PageResponse afterDeletionOfQuery(PageRequest request, JsonNode query) {
    String path =
        ConsolePage.DATABASE.path(request.workspaceId(), query.path("databaseId").asText());
    return new PageResponse.Redirect(path + "?done=query-deleted");
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    Future<Optional<JsonNode>> database = requests.database(request).map(Optional::of);
    return UNAVAILABLE
        .unless(database, Optional::empty)
        .compose(
            found ->
                found.isPresent()
                    ? show(request, submission, found.get())
                    : Future.succeededFuture(
                        request.page(UNAVAILABLE.heading(), List.of(UNAVAILABLE))));
  }

  private Future<PageResponse> show(PageRequest request, Submission submission, JsonNode database) {
    return UNAVAILABLE
        .unless(queries.parts(request))
        .map(
            listed -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(Outcomes.alert(CHECK, submission));
              parts.addAll(DatabaseParts.of(request, database));
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(CHECK);
              }
              parts.addAll(listed);
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(buttons(request));
              }
              parts.add(
                  kit.curl()
                      .same(
                          "database-curl",
                          LinkedRequests.databasePath(request.pathId()),
                          Map.of()));
              return request.page(database.path("name").asText(), parts);
            });
  }

  private static Buttons buttons(PageRequest request) {
    return new Buttons(
        List.of(
            new Link(
                "New linked query",
                ConsolePage.NEW_LINKED_QUERY.path(request.workspaceId(), request.pathId())),
            new Link(
                "Edit database",
                ConsolePage.EDIT_DATABASE.path(request.workspaceId(), request.pathId()))),
        List.of(new Action("Delete database", Map.of(SecondSteps.PARAMETER, DELETE))));
  }

  /** Makes the proof again. */
  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(CHECK.id())
        ? Submissions.submit(
            request,
            CHECK,
            body ->
                requests.sendSlow(
                    LinkedFieldContracts.CHECK_DATABASE, request, request.numericPathId(), ""),
            checked -> Future.succeededFuture(request.done("checked")),
            again -> show(request, again))
        : Future.failedFuture(Failure.notFound("form"));
  }

  SecondSteps steps() {
    return new SecondSteps(
        request -> requests.database(request).map(database -> database.path("name").asText()),
        Map.of(
            DELETE,
            new Step(
                this::confirmation,
                (request, body) ->
                    requests.send(
                        LinkedFieldContracts.DELETE_DATABASE, request, request.numericPathId(), ""),
                (request, deleted) -> DatabasesPage.afterDeletion(request))));
  }

  private Future<Confirmation> confirmation(PageRequest request) {
    return requests
        .database(request.require(AccessLevel.ADMIN))
        .map(
            database ->
                new Confirmation(
                    "Delete the database %s?".formatted(database.path("name").asText()),
                    "Shopwire forgets its URI, and can no longer read it. Nothing in the database"
                        + " itself is changed. It can't be deleted while it has linked queries.",
                    Form.of(DELETE, "", "Delete database").farReaching(),
                    request.path()));
  }
}
