package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows an app's connection to the partner interface: how far each stream was read, and what went
 * wrong. Admins make, test, change, pause and delete it.
 */
final class ConnectionPage {
  private static final String HEADING = "Partner interface";
  private static final String SAVED = "saved";

  private final ConnectionRequests requests;
  private final SecondSteps steps;
  private final Curl curl;

  ConnectionPage(PageKit kit) {
    this.requests = new ConnectionRequests(kit.roles());
    this.steps = new ConnectionSteps(requests).of(HEADING);
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return steps.orPage(page -> show(page, List.of(), Submission.NONE)).handle(request);
  }

  Future<PageResponse> submit(PageRequest request) {
    return steps.orForm(this::connect).handle(request);
  }

  private Future<PageResponse> connect(PageRequest request) {
    if (!request.form().get(Form.ID_FIELD).equals(ConnectionForm.ID)) {
      return Future.failedFuture(Failure.notFound("form"));
    }
    return current(request)
        .compose(
            form ->
                Submissions.submit(
                    request,
                    form.form(),
                    body -> save(request, ApiJson.ofForm(body)),
                    tested ->
                        tested.isPresent()
                            ? show(
                                request,
                                List.of(ConnectionParts.test(request, tested.get())),
                                new Submission(ConnectionForm.ID, request.form(), Faults.NONE))
                            : Future.succeededFuture(request.done(SAVED)),
                    again -> show(request, List.of(), again)));
  }

  /** The result of a test; empty if the connection was saved. */
  private Future<Optional<JsonNode>> save(PageRequest request, ObjectNode form) {
    ObjectNode body = ConnectionForm.body(form);
    return ConnectionForm.isOnlyTest(form)
        ? requests.test(request, body).map(Optional::of)
        : requests.put(request, body).map(saved -> Optional.empty());
  }

  private Future<ConnectionForm> current(PageRequest request) {
    return Future.all(requests.dialects(request), requests.find(request))
        .map(found -> ConnectionForm.of(request, found.resultAt(0), found.resultAt(1)));
  }

  private Future<PageResponse> show(PageRequest request, List<Part> first, Submission submission) {
    return new UnavailableRole("partner-unavailable", HEADING, Role.SOURCES)
        .unless(current(request).map(form -> parts(request, first, form, submission)))
        .map(
            parts -> {
              List<Part> all = new ArrayList<>(Outcomes.notice(request, done()));
              all.addAll(parts);
              return request.page(HEADING, all);
            });
  }

  private static Map<String, String> done() {
    Map<String, String> texts = new HashMap<>(ConnectionSteps.done());
    texts.put(SAVED, "The connection was saved. What it brings appears below.");
    return texts;
  }

  private List<Part> parts(
      PageRequest request, List<Part> first, ConnectionForm form, Submission submission) {
    boolean isAdmin = request.may(AccessLevel.ADMIN);
    List<Part> parts = new ArrayList<>(Outcomes.alert(form.form(), submission));
    parts.addAll(first);
    form.connection()
        .ifPresentOrElse(
            connection -> {
              parts.addAll(ConnectionParts.of(request, connection));
              if (isAdmin) {
                parts.add(ConnectionSteps.buttons(connection));
              }
              parts.add(
                  new Link(
                      "Records",
                      ConsolePage.PARTNER_RECORDS.path(request.workspaceId(), request.pathId())));
            },
            () -> parts.add(notConnected(isAdmin)));
    if (isAdmin) {
      parts.add(form.choice(request));
      parts.add(form.form().after(submission));
    }
    parts.add(curl.same("partner-curl", ConnectionRequests.path(request), Map.of()));
    return parts;
  }

  private static Part notConnected(boolean isAdmin) {
    return new Region(
        "partner-nothing",
        "Not connected yet",
        List.of(
            new Text(
                "Installs, subscriptions and earnings of this app are fetched from the platform's"
                    + " partner interface once it is connected. "
                    + (isAdmin
                        ? "Choose how its data is described, and enter the token of your partner"
                            + " organization below."
                        : "Admins connect it on this page."))));
  }
}
