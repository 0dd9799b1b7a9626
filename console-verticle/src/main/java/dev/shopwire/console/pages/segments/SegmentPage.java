package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows a segment: what it is, who is in it, and why a shop is or is not. */
final class SegmentPage {
  private static final UnavailableRole UNAVAILABLE =
      new UnavailableRole("segment-unavailable", "Segment", Role.AUTOMATION);
  private static final Form VERIFY = Form.of("verify", "", "Check for drift");

  private static final Map<String, String> DONE =
      Map.of(
          "created", "The segment was saved.",
          "changed", "The segment was changed.",
          "checking", "The stored members are being checked. Reload the page for the result.");

  private final PageKit kit;
  private final SegmentLists lists;
  private final WhyView why;

  SegmentPage(PageKit kit) {
    this.kit = kit;
    this.lists = new SegmentLists(kit);
    this.why = new WhyView(kit, lists);
  }

  /** The path of the page's segment in the API. */
  static String apiPath(PageRequest request) {
    return "/console/api/segments/" + request.pathId();
  }

  /** Without the role nothing of a segment is known. */
  Future<PageResponse> show(PageRequest request) {
    Future<Optional<JsonNode>> segment =
        kit.roles()
            .send(SegmentContracts.SHOW, request.numericPathId(), "", request.caller())
            .map(shown -> Optional.of(ApiJson.of(shown).path("segment")));
    return UNAVAILABLE
        .unless(segment, Optional::empty)
        .compose(
            found ->
                found
                    .map(each -> show(request, each))
                    .orElseGet(
                        () ->
                            Future.succeededFuture(
                                request.page(UNAVAILABLE.heading(), List.of(UNAVAILABLE)))));
  }

  private Future<PageResponse> show(PageRequest request, JsonNode segment) {
    if (WhyView.isAskedFor(request)) {
      return why.show(request, segment);
    }
    Future<List<Part>> members = lists.members(request);
    Future<List<Part>> transitions =
        segment.path("tracked").asBoolean()
            ? lists.transitions(request, Map.of())
            : Future.succeededFuture(List.of());
    return Future.all(members, transitions)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(SegmentSettings.of(request, segment));
              parts.addAll(controls(request, segment));
              parts.add(kit.curl().same("segment-curl", apiPath(request), Map.of()));
              parts.add(WhyView.question(request));
              parts.addAll(members.result());
              parts.addAll(transitions.result());
              return request.page(segment.path("name").asText(), parts);
            });
  }

  private static List<Part> controls(PageRequest request, JsonNode segment) {
    if (!request.may(AccessLevel.ADMIN)) {
      return List.of();
    }
    Link edit =
        new Link("Edit", ConsolePage.EDIT_SEGMENT.path(request.workspaceId(), request.pathId()));
    List<Part> parts = new ArrayList<>();
    parts.add(
        new Buttons(
            List.of(edit), List.of(new Action("Delete", Map.of("step", SegmentSteps.DELETE)))));
    if (segment.path("tracked").asBoolean()) {
      parts.add(VERIFY);
    }
    return parts;
  }

  /** Starts a check of the stored members. */
  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(VERIFY.id())
        ? kit.roles()
            .send(SegmentContracts.VERIFY, request.numericPathId(), "", request.caller())
            .map(started -> request.done("checking"))
        : Future.failedFuture(Failure.notFound("form"));
  }
}
