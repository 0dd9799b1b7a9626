package dev.shopwire.console.pages.lists;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.parts.Export;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Filters;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.Notice;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.SaveView;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows lists of the API: one page of rows, or why there are none, with the filters, the next page,
 * the files of the whole list, and the command that returns the same. Not thread-safe; use from one
 * event loop.
 */
public final class Lists {
  /** The value of {@link PageRequest#done} after a view was saved. */
  public static final String VIEW_SAVED = "view-saved";

  private static final int TAKE = 50;
  private static final String CURSOR = "cursor";

  /**
   * Parameters of a page's address that are about the moment, not about what it shows. Pages that
   * show a second step have nothing to keep, so that {@code step} is a filter here.
   */
  private static final Map<String, String> WITHOUT_MOMENT =
      Map.of(CURSOR, "", ListFiles.PARAMETER, "", "done", "");

  private final ListFiles files;
  private final Curl curl;

  public Lists(Vertx vertx, Curl curl) {
    this.files = new ListFiles(vertx);
    this.curl = curl;
  }

  /** A page that shows nothing but a list. */
  public Future<PageResponse> page(PageRequest request, String heading, ListView view) {
    return page(request, heading, List.of(), view, List.of());
  }

  /**
   * A page with a list and other parts. Filters that the API rejects are shown again. Without the
   * role that has the list, the other parts remain.
   */
  public Future<PageResponse> page(
      PageRequest request, String heading, List<Part> before, ListView view, List<Part> after) {
    Future<List<Part>> shown = parts(request, view);
    return page(
        request,
        heading,
        before,
        view,
        view.list().role() == Role.CONSOLE
            ? shown
            : unavailable(view).unless(shown, () -> withoutRows(request, view)),
        after);
  }

  /** The same for a list that may take long, and fails by itself if its role is silent. */
  public Future<PageResponse> slowPage(PageRequest request, String heading, ListView view) {
    Future<List<Part>> shown =
        unavailable(view).unlessMissing(parts(request, view), () -> withoutRows(request, view));
    return page(request, heading, List.of(), view, shown, List.of());
  }

  /** What is shown of a list while its role is unavailable. */
  private static List<Part> withoutRows(PageRequest request, ListView view) {
    return view.filters().isEmpty()
        ? List.of(unavailable(view))
        : List.of(filters(request, view.filters(), view.shown(), Faults.NONE), unavailable(view));
  }

  private static UnavailableRole unavailable(ListView view) {
    return new UnavailableRole(view.id() + "-unavailable", view.caption(), view.list().role());
  }

  private static Future<PageResponse> page(
      PageRequest request,
      String heading,
      List<Part> before,
      ListView view,
      Future<List<Part>> shown,
      List<Part> after) {
    return shown
        .map(
            list -> {
              List<Part> parts = new ArrayList<>(before);
              parts.addAll(list);
              parts.addAll(after);
              return request.page(heading, parts);
            })
        .recover(error -> refused(request, heading, view.filters(), view.shown(), error));
  }

  /**
   * The page with the filters that the API rejected; other failures stay failures.
   *
   * @param shown what fields show that are not parameters of the address
   */
  public static Future<PageResponse> refused(
      PageRequest request,
      String heading,
      List<Field> fields,
      Map<String, String> shown,
      Throwable error) {
    if (!(error instanceof Failure failure) || failure.code() != Code.INVALID || fields.isEmpty()) {
      return Future.failedFuture(error);
    }
    Faults faults = Faults.of(failure);
    PageResponse page =
        request.page(
            heading,
            List.of(
                new FaultAlert(Filters.ID, fields, faults),
                filters(request, fields, shown, faults)));
    return Future.succeededFuture(PageRequest.withStatus(page, failure));
  }

  /** A list as a part of a page. Fails as its operation does. */
  public Future<List<Part>> parts(PageRequest request, ListView view) {
    Map<String, String> parameters = new LinkedHashMap<>(view.parameters());
    parameters.put("take", Integer.toString(TAKE));
    if (request.query().has(view.cursorParameter())) {
      parameters.put(CURSOR, request.query().get(view.cursorParameter()));
    }
    return Future.succeededFuture(parameters)
        .compose(view.read()::apply)
        .map(ApiJson::of)
        .compose(
            response ->
                files
                    .asked(request, view)
                    .map(export -> parts(request, view, parameters, response, export)));
  }

  private List<Part> parts(
      PageRequest request,
      ListView view,
      Map<String, String> parameters,
      JsonNode response,
      Optional<Export> export) {
    List<Part> parts = new ArrayList<>();
    if (!view.further() && request.query().get("done").equals(VIEW_SAVED)) {
      parts.add(new Notice("The view was saved."));
    }
    if (!view.filters().isEmpty()) {
      parts.add(filters(request, view.filters(), view.shown(), Faults.NONE));
    }
    export.ifPresent(parts::add);
    List<JsonNode> rows = ApiJson.rows(response, view.list().rows());
    parts.add(
        rows.isEmpty()
            ? noRows(request, view)
            : Tables.of(view.id(), view.caption(), view.columns(), rows, request.zone()));
    parts.add(links(request, view, response));
    parts.add(curl.same(view.id() + "-curl", view.list().path(), parameters));
    return parts;
  }

  /**
   * The form with the filters of a page.
   *
   * @param shown what fields show that are not parameters of the address
   */
  public static Filters filters(
      PageRequest request, List<Field> fields, Map<String, String> shown, Faults faults) {
    Map<String, List<String>> values = new LinkedHashMap<>(request.query().values());
    values.putIfAbsent("timezone", List.of(request.zone().getId()));
    shown.forEach((name, value) -> values.put(name, List.of(value)));
    return new Filters(request.path(), fields, new FormData(values), faults);
  }

  private static Part noRows(PageRequest request, ListView view) {
    return view.isFiltered() || request.query().has(view.cursorParameter())
        ? new Region(
            view.id() + "-no-match", "No match", List.of(new Link("Clear filters", request.path())))
        : new Region(
            view.id() + "-nothing",
            view.further() ? view.caption() + ": nothing here yet" : "Nothing here yet",
            view.whenEmpty());
  }

  private static ListLinks links(PageRequest request, ListView view, JsonNode response) {
    Optional<Link> next =
        Optional.ofNullable(response.path(CURSOR).textValue())
            .map(
                cursor ->
                    new Link(
                        view.further() ? "Next page of " + view.caption() : "Next page",
                        request.address(
                            Map.of(
                                view.cursorParameter(),
                                cursor,
                                ListFiles.PARAMETER,
                                "",
                                "done",
                                ""))));
    Link export =
        new Link(
            view.further() ? "Export " + view.caption() : "Export",
            request.address(
                Map.of(ListFiles.PARAMETER, ListFiles.key(view), CURSOR, "", "done", "")));
    return new ListLinks(
        next, Optional.of(export), view.further() ? Optional.empty() : saveView(request));
  }

  /** The button that keeps a page; empty if it belongs to no workspace. */
  public static Optional<SaveView> saveView(PageRequest request) {
    return request
        .workspaceIfAny()
        .map(
            workspace ->
                new SaveView(
                    ConsolePage.VIEWS.path(workspace.id()),
                    request.path().substring(workspace.path("").length()),
                    PageRequest.encode(request.parameters(WITHOUT_MOMENT))));
  }
}
