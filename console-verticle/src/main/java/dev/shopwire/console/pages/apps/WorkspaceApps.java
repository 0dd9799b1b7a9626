package dev.shopwire.console.pages.apps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.tenants.AppRequests;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the apps of a page's workspace, for forms and filters. */
public final class WorkspaceApps {
  /** More are entered by their slugs. */
  private static final int MAX_CHECKBOXES = 50;

  private final AppRequests apps;

  public WorkspaceApps(AppRequests apps) {
    this.apps = apps;
  }

  /** The slugs of the first 1,000. */
  public Future<List<String>> slugs(PageRequest request) {
    return apps.list(
            request.workspaceId(), new PageParameters(PageSize.MAX, Optional.<String>empty()))
        .map(
            listed ->
                ApiJson.rows(ApiJson.of(listed), "apps").stream()
                    .map(app -> app.path("slug").asText())
                    .toList());
  }

  /** Fails with 404 if the workspace has no such app. */
  Future<JsonNode> find(PageRequest request, String id) {
    return apps.list(request.workspaceId(), PageParameters.only(request.numericPathId()))
        .map(listed -> ApiJson.find(listed, "apps", id, "app"));
  }

  /**
   * A link to a page of the workspace, filtered by one app.
   *
   * @param what the page lists
   */
  static Cell filtered(PageRequest request, String what, String page, JsonNode app) {
    String slug = app.path("slug").asText();
    return new Cell.Link(
        what + " of " + slug, Curl.address(request.workspace().path(page), Map.of("app", slug)));
  }

  /** A filter by app, which also shows a slug in the address that no app has. */
  public static Field filter(PageRequest request, List<String> slugs) {
    return Field.choice(
        "app",
        "App",
        Stream.concat(slugs.stream(), request.query().all("app").stream().limit(1))
            .filter(slug -> !slug.isBlank())
            .distinct()
            .toList());
  }

  /** A form's field for any number of apps. */
  public static Field field(List<String> slugs) {
    return slugs.size() > MAX_CHECKBOXES
        ? Field.lines("apps", "Apps").withHint("Slugs, one a line. Empty: all apps.")
        : Field.checkboxes(
                "apps", "Apps", slugs.stream().map(slug -> new Option(slug, slug)).toList())
            .withHint("None chosen: all apps.");
  }
}
