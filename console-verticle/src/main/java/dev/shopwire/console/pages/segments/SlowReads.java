package dev.shopwire.console.pages.segments;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Parts of pages that come from a search over all customers, which has a limit. */
final class SlowReads {
  private SlowReads() {}

  /**
   * The parts; if the search took too long, or the role is unavailable, a part that says so.
   *
   * @param id the prefix of that part's id
   */
  static Future<List<Part>> shown(
      PageRequest request, String id, String heading, Future<List<Part>> parts) {
    Future<List<Part>> orWhy =
        parts.recover(
            error ->
                error instanceof Failure failure && isLimit(failure)
                    ? Future.succeededFuture(
                        List.of(
                            new Region(
                                id + "-slow",
                                heading,
                                List.of(
                                    new Text(failure.message() + "."),
                                    new Link("Try again", request.address(Map.of()))))))
                    : Future.failedFuture(error));
    UnavailableRole unavailable =
        new UnavailableRole(id + "-unavailable", heading, Role.AUTOMATION);
    return unavailable.unlessMissing(orWhy, () -> List.of(unavailable));
  }

  /** Other failures of this kind have the reason that all have. */
  private static boolean isLimit(Failure failure) {
    return failure.code() == Code.UNAVAILABLE && !failure.reason().equals(Code.UNAVAILABLE.id());
  }
}
