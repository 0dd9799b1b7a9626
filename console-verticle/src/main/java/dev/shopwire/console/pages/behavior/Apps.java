package dev.shopwire.console.pages.behavior;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.AppChoice;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds the app that a page is about. */
final class Apps {
  private final PageKit kit;

  Apps(PageKit kit) {
    this.kit = kit;
  }

  /**
   * The page about the app of the address; what to do first if there is none.
   *
   * @param filters of the page without suggestions, to choose another app if there is no such one
   */
  Future<PageResponse> page(
      PageRequest request,
      String heading,
      Function<ChosenApp, List<Field>> filters,
      Function<ChosenApp, Future<PageResponse>> page) {
    return AppChoice.load(kit, request)
        .compose(
            choice ->
                choice
                    .chosen()
                    .map(app -> page.apply(chosen(choice, app)))
                    .orElseGet(() -> Future.succeededFuture(none(request, heading))),
            error -> unknown(request, heading, filters, error));
  }

  /** The app with this slug; fails with 404 if the workspace of the page has none. */
  Future<ChosenApp> require(PageRequest request, String slug) {
    return AppChoice.load(kit, request.withQuery(FormData.of(Map.of(ChosenApp.PARAMETER, slug))))
        .map(choice -> choice.chosen().map(app -> chosen(choice, app)))
        .recover(
            error ->
                isUnknown(error)
                    ? Future.succeededFuture(Optional.empty())
                    : Future.failedFuture(error))
        .map(found -> found.orElseThrow(() -> Failure.notFound("app")));
  }

  private static boolean isUnknown(Throwable error) {
    return error instanceof Failure failure && failure.code() == Code.INVALID;
  }

  private static ChosenApp chosen(AppChoice choice, AppChoice.App app) {
    return new ChosenApp(app.id(), app.slug(), choice.field());
  }

  private PageResponse none(PageRequest request, String heading) {
    return request.page(heading, List.of(AppChoice.none(kit, request)));
  }

  /** The filters again, if the address names no app of the workspace. */
  private Future<PageResponse> unknown(
      PageRequest request,
      String heading,
      Function<ChosenApp, List<Field>> filters,
      Throwable error) {
    if (!isUnknown(error)) {
      return Future.failedFuture(error);
    }
    return AppChoice.load(kit, request.withQuery(FormData.EMPTY))
        .compose(
            choice -> {
              if (choice.chosen().isEmpty()) {
                return Future.succeededFuture(none(request, heading));
              }
              String slug = request.query().get(ChosenApp.PARAMETER);
              ChosenApp app = new ChosenApp(0, slug, choice.fieldWith(slug));
              return new BehaviorView(request, heading, app, filters.apply(app)).refused(error);
            });
  }
}
