package dev.shopwire.console.pages;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.UnexpectedErrors;
import dev.shopwire.common.http.RequestIds;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns failures into pages; those who are not signed in are led to the sign-in. */
final class ErrorPages {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorPages.class);

  private ErrorPages() {}

  /** The failure that {@code error} is; one that was not expected is logged. */
  static Failure failure(RoutingContext context, Throwable error) {
    if (error instanceof TimeoutException) {
      return Failure.unavailable("The console took too long to respond");
    }
    Throwable known = PostgresFailures.asFailure(error);
    return known instanceof Failure failure
        ? failure
        : UnexpectedErrors.report(
            LOG,
            "The page %s failed (request %s)"
                .formatted(context.normalizedPath(), RequestIds.of(context)),
            error);
  }

  /**
   * @param request without a visitor if they are not known
   */
  static PageResponse page(PageRequest request, Failure failure) {
    RoutingContext context = request.context();
    if (failure.code() == Code.UNAUTHORIZED) {
      return new PageResponse.Redirect(SignInPaths.signIn(target(context)));
    }
    PageSender.setRetryAfter(context, failure);
    return PageRequest.withStatus(
        request.narrowPage(heading(failure), parts(context, failure)), failure);
  }

  /** Forms are not sent again after the sign-in; it leads to their page. */
  private static String target(RoutingContext context) {
    return context.request().method().equals(HttpMethod.POST)
        ? context.normalizedPath()
        : context.request().uri();
  }

  private static String heading(Failure failure) {
    return switch (failure.code()) {
      case NOT_FOUND -> "Not found";
      case FORBIDDEN -> "Not allowed";
      case UNAVAILABLE -> "Not available now";
      case INTERNAL -> "Something went wrong";
      default -> failure.code().title();
    };
  }

  private static List<Part> parts(RoutingContext context, Failure failure) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Text(failure.message() + "."));
    if (failure.reason().equals("totp_required")) {
      parts.add(new Link("Account", SignInPaths.ACCOUNT));
    }
    if (failure.code() == Code.UNAVAILABLE) {
      parts.add(new Link("Try again", target(context)));
    }
    parts.add(new Text("Request id: " + RequestIds.of(context)));
    return parts;
  }
}
