package dev.shopwire.console.pages.segments;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Editor;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.LiveSection;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Shows the form of a segment, checks its condition without saving it, and saves it. Whatever
 * fails, what was entered is kept.
 */
final class SegmentEditor {
  /** The name of the button that submits the form without saving it. */
  private static final String CHECK = "check";

  private final ConditionCheck check;

  SegmentEditor(ConditionCheck check) {
    this.check = check;
  }

  /**
   * The segment that is edited.
   *
   * @param cancel where the link Cancel leads
   */
  record Subject(String heading, Form form, Figure command, String cancel) {}

  PageResponse page(PageRequest request, Subject subject) {
    return page(request, subject, Submission.NONE, ConditionCheck.none());
  }

  private static PageResponse page(
      PageRequest request, Subject subject, Submission submission, LiveSection checked) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(subject.form(), submission));
    parts.add(
        new Editor(
            subject.form().after(submission),
            CHECK,
            "Check",
            List.of(SegmentForm.TEXT, SegmentForm.TIME_ZONE),
            checked.id(),
            subject.cancel()));
    parts.add(checked);
    parts.add(subject.command());
    return request.page(subject.heading(), parts);
  }

  /**
   * @param save sends the JSON body of the form to the API's operation
   * @param saved where a saved segment, as the API returns it, leads
   */
  Future<PageResponse> submit(
      PageRequest submitted,
      Subject subject,
      Function<String, Future<JsonResponse>> save,
      Function<String, PageResponse> saved) {
    PageRequest request = SegmentForm.normalized(submitted);
    if (!request.form().get(Form.ID_FIELD).equals(subject.form().id())) {
      return Future.failedFuture(Failure.notFound("form"));
    }
    Future<PageResponse> page =
        request.form().has(CHECK)
            ? check(request, subject)
            : Submissions.submit(
                request,
                subject.form(),
                body -> save.apply(new String(body, StandardCharsets.UTF_8)),
                response ->
                    Future.succeededFuture(
                        saved.apply(ApiJson.of(response).at("/segment/id").asText())),
                again -> Future.succeededFuture(refused(request, subject, again)));
    return page.recover(error -> unavailable(request, subject, error));
  }

  private Future<PageResponse> check(PageRequest request, Subject subject) {
    return check
        .of(request)
        .map(found -> page(request, subject, entered(request, subject, Faults.NONE), found))
        .recover(
            error ->
                error instanceof Failure failure && failure.code() == Code.INVALID
                    ? Future.succeededFuture(invalid(request, subject, failure))
                    : Future.failedFuture(error));
  }

  private static Submission entered(PageRequest request, Subject subject, Faults faults) {
    return new Submission(subject.form().id(), request.form(), faults);
  }

  private static PageResponse invalid(PageRequest request, Subject subject, Failure failure) {
    Submission submission = entered(request, subject, Faults.of(failure));
    return PageRequest.withStatus(refused(request, subject, submission), failure);
  }

  private static PageResponse refused(PageRequest request, Subject subject, Submission submission) {
    return page(
        request,
        subject,
        submission,
        ConditionCheck.invalid(
            submission.values().get(SegmentForm.TEXT), subject.form(), submission.faults()));
  }

  /** The form again, while the role is unavailable or a read takes too long. */
  private static Future<PageResponse> unavailable(
      PageRequest request, Subject subject, Throwable error) {
    if (!(PostgresFailures.asFailure(error) instanceof Failure failure)
        || failure.code() != Code.UNAVAILABLE) {
      return Future.failedFuture(error);
    }
    Faults faults = Faults.of("", failure.message());
    PageResponse page =
        page(
            request,
            subject,
            entered(request, subject, faults),
            ConditionCheck.failed(failure.message()));
    return Future.succeededFuture(PageRequest.withStatus(page, failure));
  }
}
