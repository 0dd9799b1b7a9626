package dev.shopwire.console.pages;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;

/** Leads from the console's address, and from the choice of a workspace, to a page. */
final class HomePage {
  private HomePage() {}

  static void addTo(PageRoutes routes) {
    routes
        .page(ConsolePage.ROOT, HomePage::first)
        .page(ConsolePage.HOME, HomePage::first)
        .page(ConsolePage.CHOSEN_WORKSPACE, HomePage::chosen);
  }

  /** The first page of the first workspace. */
  private static Future<PageResponse> first(PageRequest request) {
    return Future.succeededFuture(
        new PageResponse.Redirect(
            request
                .visitor()
                .flatMap(visitor -> visitor.memberships().stream().findFirst())
                .map(first -> page(Long.parseLong(first.workspaceId())))
                .orElse(SignInPaths.ACCOUNT)));
  }

  /** The first page of the workspace that was chosen. */
  private static Future<PageResponse> chosen(PageRequest request) {
    long id =
        NumericId.parse(request.query().get("workspace"))
            .orElseThrow(() -> Failure.notFound("workspace"));
    return Future.succeededFuture(new PageResponse.Redirect(page(id)));
  }

  private static String page(long workspaceId) {
    return Navigation.firstPage().path(workspaceId);
  }
}
