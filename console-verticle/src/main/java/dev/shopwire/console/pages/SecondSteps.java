package dev.shopwire.console.pages;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The second steps of a page: the page with the parameter {@code step} shows only one object and
 * what can be done with it, and the form there does it.
 */
public final class SecondSteps {
  /** The parameter that names the step. */
  public static final String PARAMETER = "step";

  private final Function<PageRequest, Future<String>> heading;
  private final Map<String, Step> steps;

  /**
   * @param heading of the page
   * @param steps by the ids of their forms
   */
  public SecondSteps(String heading, Map<String, Step> steps) {
    this(request -> Future.succeededFuture(heading), steps);
  }

  /**
   * @param heading of the page, which depends on what it is about
   * @param steps by the ids of their forms
   */
  public SecondSteps(Function<PageRequest, Future<String>> heading, Map<String, Step> steps) {
    this.heading = heading;
    this.steps = steps;
  }

  /**
   * A second step.
   *
   * @param confirmation finds the object, of the parameter {@code id}, and asks
   * @param deed what the API's operation does with the form's JSON body
   * @param response to what was done
   */
  public record Step(
      Function<PageRequest, Future<Confirmation>> confirmation,
      BiFunction<PageRequest, byte[], Future<?>> deed,
      BiFunction<PageRequest, Object, PageResponse> response) {

    /** A step that leads back to the page, which then says {@code done}. */
    public static Step of(
        Function<PageRequest, Future<Confirmation>> confirmation,
        BiFunction<PageRequest, byte[], Future<?>> deed,
        String done) {
      return new Step(confirmation, deed, (request, result) -> request.done(done));
    }
  }

  /** Shows the step that the address names; {@code page} if it names none. */
  public PageHandler orPage(PageHandler page) {
    return request -> request.query().has(PARAMETER) ? show(request) : page.handle(request);
  }

  /** Does the step whose form was submitted; {@code others} if it is no step's form. */
  public PageHandler orForm(PageHandler others) {
    return request ->
        steps.containsKey(request.form().get(Form.ID_FIELD))
            ? run(request)
            : others.handle(request);
  }

  /** For pages whose only forms are those of steps. */
  public PageHandler forms() {
    return orForm(request -> Future.failedFuture(Failure.notFound("form")));
  }

  private Future<PageResponse> show(PageRequest request) {
    return step(request.query().get(PARAMETER))
        .confirmation()
        .apply(request)
        .compose(confirmation -> page(request, confirmation, Submission.NONE));
  }

  private Future<PageResponse> run(PageRequest submitted) {
    Step step = step(submitted.form().get(Form.ID_FIELD));
    PageRequest request = submitted.withQuery(submitted.form());
    return step.confirmation()
        .apply(request)
        .compose(
            confirmation ->
                Submissions.submit(
                    request,
                    confirmation.form(),
                    body -> step.deed().apply(request, body).map(result -> (Object) result),
                    result -> Future.succeededFuture(step.response().apply(request, result)),
                    again -> page(request, confirmation, again)));
  }

  private Step step(String name) {
    return Optional.ofNullable(steps.get(name)).orElseThrow(() -> Failure.notFound("form"));
  }

  /** The page of a step. */
  public Future<PageResponse> page(
      PageRequest request, Confirmation confirmation, Submission submission) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(confirmation.form(), submission));
    parts.add(
        new Confirmation(
            confirmation.question(),
            confirmation.consequence(),
            confirmation.form().after(submission),
            confirmation.cancel()));
    return heading.apply(request).map(text -> request.narrowPage(text, parts));
  }
}
