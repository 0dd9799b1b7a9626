package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Editor;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.LiveSection;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Shows the form of a linked query, previews the query without saving it, and saves it. Whatever
 * fails, what was entered is kept.
 */
final class QueryEditor {
  /** The names of the buttons that submit the form without saving it. */
  private static final String PREVIEW = "preview";

  private static final String MORE = "more";

  private final QueryPreview preview;

  QueryEditor(QueryPreview preview) {
    this.preview = preview;
  }

  /**
   * The query that is edited.
   *
   * @param database the id of its database
   * @param cancel where the link Cancel leads
   */
  record Subject(String heading, String database, Figure command, String cancel) {}

  PageResponse page(PageRequest request, Subject subject, FormData values) {
    Form form = QueryForm.of(request, values);
    return page(request, subject, form, Submission.NONE, QueryPreview.none());
  }

  private static PageResponse page(
      PageRequest request,
      Subject subject,
      Form form,
      Submission submission,
      LiveSection previewed) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(form, submission));
    parts.add(
        new Editor(
            form.after(submission),
            PREVIEW,
            "Preview",
            List.of(),
            previewed.id(),
            subject.cancel(),
            Map.of(MORE, "More columns")));
    parts.add(previewed);
    parts.add(subject.command());
    return request.page(subject.heading(), parts);
  }

  /**
   * @param save sends the JSON of the form to the API's operation
   * @param done what the page of the saved query says
   */
  Future<PageResponse> submit(
      PageRequest submitted,
      Subject subject,
      Function<ObjectNode, Future<JsonNode>> save,
      String done) {
    PageRequest request = QueryForm.normalized(submitted);
    Form form = QueryForm.of(request, request.form());
    if (!request.form().get(Form.ID_FIELD).equals(form.id())) {
      return Future.failedFuture(Failure.notFound("form"));
    }
    if (request.form().has(MORE)) {
      return Future.succeededFuture(
          page(request, subject, form, entered(request, form, Faults.NONE), QueryPreview.none()));
    }
    Future<PageResponse> page =
        request.form().has(PREVIEW)
            ? preview(request, subject, form)
            : Submissions.submit(
                request,
                form,
                body -> save.apply(QueryForm.body(body)),
                saved -> Future.succeededFuture(saved(request, saved, done)),
                (again, failure) ->
                    Future.succeededFuture(refused(request, subject, form, again, failure)));
    return page.recover(error -> unavailable(request, subject, form, error));
  }

  private static PageResponse saved(PageRequest request, JsonNode saved, String done) {
    String id = saved.at("/linkedQuery/id").asText();
    return new PageResponse.Redirect(
        ConsolePage.LINKED_QUERY.path(request.workspaceId(), id) + "?done=" + done);
  }

  private static Submission entered(PageRequest request, Form form, Faults faults) {
    return new Submission(form.id(), request.form(), faults);
  }

  private Future<PageResponse> preview(PageRequest request, Subject subject, Form form) {
    return preview
        .of(request, form, subject.database())
        .map(found -> page(request, subject, form, entered(request, form, Faults.NONE), found))
        .recover(
            error ->
                error instanceof Failure failure
                        && (failure.code() == Code.INVALID || failure.code() == Code.CONFLICT)
                    ? Future.succeededFuture(invalid(request, subject, form, failure))
                    : Future.failedFuture(error));
  }

  private static PageResponse invalid(
      PageRequest request, Subject subject, Form form, Failure failure) {
    Submission submission = entered(request, form, Faults.of(failure, form.fields()));
    return PageRequest.withStatus(
        refused(request, subject, form, submission, failure),
        Failure.of(Code.INVALID, failure.message()));
  }

  private static PageResponse refused(
      PageRequest request, Subject subject, Form form, Submission submission, Failure failure) {
    return page(
        request, subject, form, submission, QueryPreview.invalid(form, submission, failure));
  }

  /** The form again, while the role is unavailable or the database takes too long. */
  private static Future<PageResponse> unavailable(
      PageRequest request, Subject subject, Form form, Throwable error) {
    if (!(PostgresFailures.asFailure(error) instanceof Failure failure)
        || failure.code() != Code.UNAVAILABLE) {
      return Future.failedFuture(error);
    }
    PageResponse page =
        page(
            request,
            subject,
            form,
            entered(request, form, Faults.of("", failure.message())),
            QueryPreview.failed(failure.message()));
    return Future.succeededFuture(PageRequest.withStatus(page, failure));
  }
}
