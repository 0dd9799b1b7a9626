package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Question;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the deliveries of an endpoint that a filter selects, sends them again in a second step,
 * and shows how far that is. Filter and replay are in the address.
 */
final class ReplayPage {
  static final String HEADING = "Replay";

  private static final String FILTER = "replay-filter";
  private static final String START = "start";
  private static final String TIME_ZONE = "timezone";

  /** The hidden field with the number that was confirmed. */
  private static final String COUNT = "count";

  /** Failures that another filter cures. */
  private static final Set<Code> CURABLE = Set.of(Code.INVALID, Code.UNAVAILABLE);

  private final ReplayProgress progress;
  private final RoleRequests roles;
  private final Curl curl;

  ReplayPage(PageKit kit) {
    this.progress = new ReplayProgress(kit);
    this.roles = kit.roles();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    if (ReplayProgress.isAskedFor(request)) {
      return progress.show(request);
    }
    if (!ReplayForm.isFilledIn(request.query())) {
      return progress
          .recent(request)
          .map(recent -> page(request, ReplayForm.initial(request.zone()), Faults.NONE, recent));
    }
    FormData filter = ReplayForm.normal(request.query());
    return counted(request, filter, Submission.NONE)
        .recover(error -> refused(request, filter, error));
  }

  private static Future<PageResponse> refused(
      PageRequest request, FormData filter, Throwable error) {
    return error instanceof Failure failure && CURABLE.contains(failure.code())
        ? Future.succeededFuture(
            PageRequest.withStatus(page(request, filter, Faults.of(failure), List.of()), failure))
        : Future.failedFuture(error);
  }

  private static PageResponse page(
      PageRequest request, FormData filter, Faults faults, List<Part> further) {
    Question question =
        new Question(
            FILTER,
            "Replay filter",
            request.path(),
            ReplayForm.fields(request.zone()),
            zone(request),
            filter,
            faults,
            "Count");
    List<Part> parts = new ArrayList<>();
    if (!faults.isEmpty()) {
      parts.add(new FaultAlert(FILTER, question.fields(), faults));
    }
    parts.add(new Link("The endpoint", endpoint(request)));
    parts.add(question);
    parts.addAll(further);
    return request.page(HEADING, parts);
  }

  /** The zone of the address, if it has one: times in the form are local. */
  private static Map<String, String> zone(PageRequest request) {
    return request.query().has(TIME_ZONE)
        ? Map.of(TIME_ZONE, request.query().get(TIME_ZONE))
        : Map.of();
  }

  private static String endpoint(PageRequest request) {
    return ConsolePage.WEBHOOK_ENDPOINT.path(request.workspaceId(), request.pathId());
  }

  /** The form with the number of deliveries and the second step. */
  private Future<PageResponse> counted(
      PageRequest request, FormData filter, Submission submission) {
    FormData ended = ReplayForm.until(filter, Instant.now());
    ObjectNode body = ReplayForm.body(ended, request.zone()).put("dryRun", true);
    return count(request, body)
        .map(
            count ->
                page(
                    request,
                    filter,
                    submission.faults(),
                    List.of(
                        count == 0 ? noMatch() : confirmation(request, ended, count),
                        curl.sameWithToken("curl", apiPath(request), body.toString()))));
  }

  private Future<Long> count(PageRequest request, ObjectNode body) {
    return send(request, body).map(counted -> ApiJson.of(counted).path(COUNT).asLong());
  }

  private Future<JsonResponse> send(PageRequest request, ObjectNode body) {
    return roles.send(
        WebhookContracts.REPLAY, request.numericPathId(), body.toString(), request.caller());
  }

  private static String apiPath(PageRequest request) {
    return "/console/api/webhook-endpoints/%s/replay".formatted(request.pathId());
  }

  private static Region noMatch() {
    return new Region(
        "no-match",
        "No match",
        List.of(
            new Text(
                "0 deliveries match. Choose a longer time, other statuses or fewer conditions.")));
  }

  private static Confirmation confirmation(PageRequest request, FormData filter, long count) {
    Map<String, String> fixed = ReplayForm.fixed(filter, request.zone());
    fixed.put(COUNT, Long.toString(count));
    return new Confirmation(
        "Replay %s of endpoint %s?".formatted(deliveries(count), request.pathId()),
        "Each is sent to the endpoint once more, with the same webhook-id, whatever its receiver has"
            + " made of it before.",
        Form.of(START, "", "Replay " + deliveries(count)).withFixed(fixed).farReaching(),
        request.path());
  }

  private static String deliveries(long count) {
    return count == 1 ? "1 delivery" : count + " deliveries";
  }

  Future<PageResponse> submit(PageRequest request) {
    if (!request.form().get(Form.ID_FIELD).equals(START)) {
      return Future.failedFuture(Failure.notFound("form"));
    }
    FormData filter = ReplayForm.normal(request.form());
    return Submissions.submit(
        request,
        Form.of(START, "", ""),
        ignored -> start(request, filter),
        started ->
            Future.succeededFuture(
                ReplayProgress.of(request, ApiJson.of(started).at("/replay/id").asText())),
        again -> counted(request, filter, again));
  }

  /** Starts what was counted; if that is no longer the same, nothing. */
  private Future<JsonResponse> start(PageRequest request, FormData filter) {
    ObjectNode body = ReplayForm.body(filter, request.zone());
    return count(request, body.deepCopy().put("dryRun", true))
        .compose(
            count ->
                request.form().get(COUNT).equals(Long.toString(count))
                    ? send(request, body)
                    : Future.failedFuture(
                        Failure.of(
                            Code.CONFLICT,
                            "count_changed",
                            count == 1
                                ? "Now 1 delivery matches. Nothing was sent"
                                : "Now %d deliveries match. Nothing was sent".formatted(count))));
  }
}
