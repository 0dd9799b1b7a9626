package dev.shopwire.console.pages.behavior;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.Answer;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.AppChoice;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Filters;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Finds the app that a page is about. */
final class Apps {
  private final PageKit kit;

  Apps(PageKit kit) {
    this.kit = kit;
  }

  /** The page about the app of the address; what to do first if there is none. */
  Future<Answer> page(
      PageRequest request, String heading, Function<ChosenApp, Future<Answer>> page) {
    return AppChoice.load(kit, request)
        .compose(
            choice ->
                choice
                    .chosen()
                    .map(app -> page.apply(chosen(choice, app)))
                    .orElseGet(() -> Future.succeededFuture(none(request, heading))),
            error -> unknown(request, heading, error));
  }

  /** The app with this slug; fails with 422 if the workspace of the page has none. */
  Future<ChosenApp> require(PageRequest request, String slug) {
    return AppChoice.load(kit, request.withQuery(FormData.of(Map.of(ChosenApp.PARAMETER, slug))))
        .map(
            choice ->
                choice
                    .chosen()
                    .map(app -> chosen(choice, app))
                    .orElseThrow(() -> Failure.notFound("app")));
  }

  private static ChosenApp chosen(AppChoice choice, AppChoice.App app) {
    return new ChosenApp(app.id(), app.slug(), choice.field());
  }

  private Answer none(PageRequest request, String heading) {
    return request.page(heading, List.of(AppChoice.none(kit, request)));
  }

  /** The choice again, if the address names no app of the workspace. */
  private Future<Answer> unknown(PageRequest request, String heading, Throwable error) {
    if (!(error instanceof Failure failure) || failure.code() != Code.INVALID) {
      return Future.failedFuture(error);
    }
    Faults faults = Faults.of(failure);
    return AppChoice.load(kit, request.withQuery(FormData.EMPTY))
        .map(
            choice -> {
              List<Field> fields = List.of(choice.field());
              return PageRequest.withStatus(
                  request.page(
                      heading,
                      List.of(
                          new FaultAlert(Filters.ID, fields, faults),
                          new Filters(request.path(), fields, request.query(), faults))),
                  failure);
            });
  }
}
