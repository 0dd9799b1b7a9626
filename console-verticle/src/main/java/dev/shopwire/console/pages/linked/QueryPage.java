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
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows a linked query and its runs; admins run it, and change what it is. */
final class QueryPage {
  private static final String HEADING = "Linked query";
  private static final UnavailableRole UNAVAILABLE =
      new UnavailableRole("query-unavailable", HEADING, Role.SOURCES);
  private static final Form RUN = Form.of("run", "", "Run now");

  private final LinkedRequests requests;
  private final RunLists lists;
  private final PageKit kit;

  QueryPage(PageKit kit) {
    this.requests = new LinkedRequests(kit.roles());
    this.lists = new RunLists(kit);
    this.kit = kit;
  }

  private static Map<String, String> done() {
    Map<String, String> texts = new LinkedHashMap<>(QuerySteps.done());
    texts.put("created", "The query was saved. It has not run yet.");
    texts.put("changed", "The query was changed.");
    return texts;
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    Future<List<Part>> runs = UNAVAILABLE.unless(lists.runs(request));
    return UNAVAILABLE.unless(
        requests.query(request).compose(query -> show(request, submission, query, runs)),
        () -> request.page(HEADING, List.of(UNAVAILABLE)));
  }

  private Future<PageResponse> show(
      PageRequest request, Submission submission, JsonNode query, Future<List<Part>> runs) {
    Future<String> database =
        requests
            .database(request, query.path("databaseId").asLong())
            .map(found -> found.path("name").asText());
    return Future.all(database, runs)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, done()));
              parts.addAll(Outcomes.alert(RUN, submission));
              parts.addAll(QueryParts.of(request, query, database.result()));
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(QuerySteps.buttons(request, query));
                parts.add(RUN);
              }
              parts.add(
                  kit.curl()
                      .same("query-curl", LinkedRequests.queryPath(request.pathId()), Map.of()));
              parts.addAll(runs.result());
              return request.page(query.path("name").asText(), parts);
            });
  }

  /** Begins a run, whose page comes next. */
  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(RUN.id())
        ? Submissions.submit(
            request,
            RUN,
            body ->
                requests.send(LinkedFieldContracts.RUN_QUERY, request, request.numericPathId(), ""),
            begun -> Future.succeededFuture(leadToRun(request, begun)),
            again -> show(request, again))
        : Future.failedFuture(Failure.notFound("form"));
  }

  static PageResponse leadToRun(PageRequest request, JsonNode begun) {
    return new PageResponse.Redirect(
        ConsolePage.LINKED_RUN.path(request.workspaceId(), begun.at("/run/id").asText()));
  }
}
