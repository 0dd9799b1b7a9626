package dev.shopwire.console.pages;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import io.vertx.core.Future;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Does what submitted forms ask for; what was not accepted is shown in the form again. */
public final class Submissions {
  /** Failures that the user can cure in the form; others have a page of their own. */
  private static final Set<Code> CURABLE =
      Set.of(Code.INVALID, Code.CONFLICT, Code.UNAUTHORIZED, Code.RATE_LIMITED);

  private Submissions() {}

  /**
   * @param call what the API's operation does with the form's JSON body
   * @param accepted makes the response to what was done
   * @param again the page with the form, its values and faults
   */
  public static <T> Future<PageResponse> submit(
      PageRequest request,
      Form form,
      Function<byte[], Future<T>> call,
      Function<T, Future<PageResponse>> accepted,
      Function<Submission, Future<PageResponse>> again) {
    return submit(request, form, call, accepted, (submission, failure) -> again.apply(submission));
  }

  /**
   * The same for a page that also shows what else a failure says.
   *
   * @param again the page with the form, its values and faults
   */
  public static <T> Future<PageResponse> submit(
      PageRequest request,
      Form form,
      Function<byte[], Future<T>> call,
      Function<T, Future<PageResponse>> accepted,
      BiFunction<Submission, Failure, Future<PageResponse>> again) {
    return Future.succeededFuture(form)
        .compose(
            checked -> {
              checked.check(request.form());
              return call.apply(Form.body(checked.fields(), request.form()));
            })
        .compose(
            accepted,
            error ->
                PostgresFailures.asFailure(error) instanceof Failure failure
                        && CURABLE.contains(failure.code())
                    ? again(request, form, failure, again)
                    : Future.failedFuture(error));
  }

  private static Future<PageResponse> again(
      PageRequest request,
      Form form,
      Failure failure,
      BiFunction<Submission, Failure, Future<PageResponse>> again) {
    PageSender.setRetryAfter(request.context(), failure);
    Faults faults = Faults.of(failure, form.fields());
    return again
        .apply(new Submission(form.id(), request.form(), faults), failure)
        .map(page -> withStatus(page, failure));
  }

  /**
   * The API's statuses for wrong passwords and conflicts have meanings of their own for browsers.
   */
  private static PageResponse withStatus(PageResponse page, Failure failure) {
    return PageRequest.withStatus(
        page,
        failure.code() == Code.RATE_LIMITED
            ? failure
            : Failure.of(Code.INVALID, failure.message()));
  }
}
