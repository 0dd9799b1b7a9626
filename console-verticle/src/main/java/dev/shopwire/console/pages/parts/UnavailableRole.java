package dev.shopwire.console.pages.parts;

import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleParts;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Takes the place of a part that another role provides, while that role is not available.
 *
 * @param id unique on the page
 * @param heading of the part
 */
public record UnavailableRole(String id, String heading, Role role) implements Part {
  /**
   * Less than the time in which a page must be complete, which also has to authorize, load and
   * render.
   */
  private static final long TIMEOUT_MILLIS = 1_200;

  /** The parts; this one if the role can't provide them now. */
  public Future<List<Part>> unless(Future<List<Part>> parts) {
    return unless(parts, () -> List.of(this));
  }

  /**
   * The same for anything that needs the role.
   *
   * @param instead has this part
   */
  public <T> Future<T> unless(Future<T> content, Supplier<T> instead) {
    return content
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .recover(
            error ->
                error instanceof TimeoutException || RoleParts.isMissing(error)
                    ? Future.succeededFuture(instead.get())
                    : Future.failedFuture(error));
  }

  /**
   * The same for content that may take long, and fails by itself if the role is silent.
   *
   * @param instead has this part
   */
  public <T> Future<T> unlessMissing(Future<T> content, Supplier<T> instead) {
    return content.recover(
        error ->
            RoleParts.isMissing(error)
                ? Future.succeededFuture(instead.get())
                : Future.failedFuture(error));
  }

  @Override
  public String template() {
    return "unavailable-role";
  }
}
