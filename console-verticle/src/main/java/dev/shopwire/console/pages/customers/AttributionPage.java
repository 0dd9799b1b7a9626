package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows how the credit of a customer came about, for disputes; admins correct it. */
final class AttributionPage {
  private static final Map<String, String> DONE = Map.of("corrected", "The credit was corrected.");

  private final PageKit kit;
  private final Corrections corrections;
  private final SecondSteps steps;
  private final AttributionHistory history;

  AttributionPage(PageKit kit, Corrections corrections, SecondSteps steps) {
    this.kit = kit;
    this.corrections = corrections;
    this.steps = steps;
    this.history = new AttributionHistory(kit);
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  /** What was entered is checked, and shown as the second step, which does it. */
  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(Corrections.FORM)
        ? corrections
            .form(request)
            .compose(
                form ->
                    Submissions.submit(
                        request,
                        form,
                        body -> corrections.check(request.withQuery(request.form())),
                        confirmation -> steps.page(request, confirmation, Submission.NONE),
                        again -> show(request, again)))
        : Future.failedFuture(Failure.notFound("form"));
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    Future<JsonNode> timeline =
        kit.roles()
            .send(AttributionContracts.TIMELINE, CustomerPage.id(request), "", request.caller())
            .map(ApiJson::of);
    Future<List<Part>> shown =
        new UnavailableRole("timeline-unavailable", "Timeline", Role.ATTRIBUTION)
            .unless(timeline.compose(all -> history.parts(request, all)));
    Future<List<Part>> form =
        request.may(AccessLevel.ADMIN)
            ? new UnavailableRole("correction-unavailable", "Correct credit", Role.ATTRIBUTION)
                .unless(
                    corrections
                        .form(request)
                        .map(fields -> withFaults(fields.after(submission), submission)))
            : Future.succeededFuture(List.of());
    return Future.all(shown, form)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(shown.result());
              parts.addAll(form.result());
              return request.page(Corrections.heading(request, timeline), parts);
            });
  }

  private static List<Part> withFaults(Form form, Submission submission) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(form, submission));
    parts.add(form);
    return parts;
  }
}
