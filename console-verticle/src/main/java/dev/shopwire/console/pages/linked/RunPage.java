package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows a run of a linked query, and what it changes; admins decide one that is held. */
final class RunPage {
  private static final UnavailableRole UNAVAILABLE =
      new UnavailableRole("run-unavailable", "Run", Role.SOURCES);
  private static final String APPROVE = "approve";
  private static final String REJECT = "reject";

  private static final Map<String, String> DONE =
      Map.of(
          APPROVE, "The run was approved. Its values are being written.",
          REJECT, "The run was rejected. Nothing was changed.");

  private final LinkedRequests requests;
  private final RunLists lists;
  private final PageKit kit;

  RunPage(PageKit kit) {
    this.requests = new LinkedRequests(kit.roles());
    this.lists = new RunLists(kit);
    this.kit = kit;
  }

  private static String heading(PageRequest request) {
    return "Run %s of a linked query".formatted(request.pathId());
  }

  Future<PageResponse> show(PageRequest request) {
    Future<Optional<JsonNode>> run = requests.run(request).map(Optional::of);
    return UNAVAILABLE
        .unless(run, Optional::empty)
        .compose(
            found ->
                found.isPresent()
                    ? show(request, found.get())
                    : Future.succeededFuture(request.page(heading(request), List.of(UNAVAILABLE))));
  }

  private Future<PageResponse> show(PageRequest request, JsonNode run) {
    Future<List<Part>> changes =
        mayHave(run.path("changes"), "customers") && !RunParts.isUnderWay(run)
            ? UNAVAILABLE.unless(lists.changes(request, run))
            : Future.succeededFuture(List.of());
    Future<List<Part>> badRows =
        run.path("badRows").isNull() || !run.path("badRows").isEmpty()
            ? UNAVAILABLE
                .unless(lists.badRows(request, run))
                .map(
                    listed -> Stream.concat(Stream.of(download(request)), listed.stream()).toList())
            : Future.succeededFuture(List.of());
    return Future.all(changes, badRows)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              if (RunParts.isHeld(run)) {
                parts.add(held(request.may(AccessLevel.ADMIN), run));
              }
              parts.addAll(RunParts.of(request, run));
              parts.addAll(RunParts.touched(request, run));
              parts.add(
                  kit.curl().same("run-curl", LinkedRequests.runPath(request.pathId()), Map.of()));
              if (RunParts.isHeld(run)) {
                parts.addAll(changes.result());
                parts.addAll(badRows.result());
              } else {
                parts.addAll(badRows.result());
                parts.addAll(changes.result());
              }
              return request.page(heading(request), parts);
            });
  }

  /** Whether there may be some; the reader may not see how many. */
  private static boolean mayHave(JsonNode counts, String name) {
    return counts.isNull() || counts.path(name).asLong() > 0;
  }

  private static Part download(PageRequest request) {
    return new Link(
        "Download bad rows as CSV",
        LinkedRequests.runPath(request.pathId()) + "/bad-rows?format=csv");
  }

  private static Part held(boolean isAdmin, JsonNode run) {
    List<Part> parts = new ArrayList<>();
    parts.add(
        new Text(
            "The guard has stopped it: %s Nothing was changed. %s"
                .formatted(
                    RunParts.loss(run),
                    isAdmin
                        ? "Approve applies exactly what is shown below, Reject drops it."
                        : "Admins decide about it.")));
    if (isAdmin) {
      parts.add(
          new Buttons(
              List.of(
                  new Action("Approve", Map.of(SecondSteps.PARAMETER, APPROVE)),
                  new Action("Reject", Map.of(SecondSteps.PARAMETER, REJECT)))));
    }
    return new Region("held", "This run waits for a decision", parts);
  }

  SecondSteps steps() {
    return new SecondSteps(
        request -> Future.succeededFuture(heading(request)),
        Map.of(
            APPROVE,
            Step.of(
                request -> about(request, RunPage::approve),
                (request, body) -> decide(request, LinkedFieldContracts.APPROVE),
                APPROVE),
            REJECT,
            Step.of(
                request -> about(request, RunPage::reject),
                (request, body) -> decide(request, LinkedFieldContracts.REJECT),
                REJECT)));
  }

  private Future<JsonNode> decide(
      PageRequest request, Contract<AdminRequest, JsonResponse> decision) {
    return requests.sendSlow(decision, request, request.numericPathId(), "");
  }

  @FunctionalInterface
  private interface Question {
    Confirmation about(PageRequest request, JsonNode run);
  }

  private Future<Confirmation> about(PageRequest request, Question question) {
    return requests
        .run(request.require(AccessLevel.ADMIN))
        .map(run -> question.about(request, run));
  }

  private static Confirmation approve(PageRequest request, JsonNode run) {
    JsonNode changes = run.path("changes");
    return new Confirmation(
        "Approve run %s?".formatted(request.pathId()),
        ("%s In all, %s customers differ: %s values are set, %s changed, %s unset. Exactly that is"
                + " applied, unless a value has changed meanwhile. It can be rolled back.")
            .formatted(
                RunParts.loss(run),
                changes.path("customers").asText(),
                changes.path("set").asText(),
                changes.path("changed").asText(),
                changes.path("unset").asText()),
        Form.of(APPROVE, "", "Approve").farReaching(),
        request.path());
  }

  private static Confirmation reject(PageRequest request, JsonNode run) {
    return new Confirmation(
        "Reject run %s?".formatted(request.pathId()),
        ("%s None of this is applied. The next run of the query reads the database again, and may be"
                + " held too.")
            .formatted(RunParts.loss(run)),
        Form.of(REJECT, "", "Reject").farReaching(),
        request.path());
  }
}
