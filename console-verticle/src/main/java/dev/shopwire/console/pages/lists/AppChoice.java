package dev.shopwire.console.pages.lists;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The app that a page is about: the one whose slug is the parameter {@code app}, else the first
 * one.
 *
 * @param all those of the workspace
 * @param chosen empty if the workspace has none
 */
public record AppChoice(List<App> all, Optional<App> chosen) {
  private static final String PARAMETER = "app";

  /** An app of the page's workspace. */
  public record App(long id, String slug, String name) {}

  /** Fails with 422 if the workspace has no app with this slug. */
  public static Future<AppChoice> load(PageKit kit, PageRequest request) {
    return apps(kit, request).map(all -> of(all, request.query().get(PARAMETER).strip()));
  }

  /** All apps of the page's workspace, for pages that are about none or several. */
  public static Future<List<App>> apps(PageKit kit, PageRequest request) {
    return kit.services()
        .apps()
        .list(request.workspaceId(), new PageParameters(PageSize.MAX, Optional.empty()))
        .map(ApiJson::of)
        .map(response -> ApiJson.rows(response, "apps").stream().map(AppChoice::app).toList());
  }

  static AppChoice of(List<App> all, String slug) {
    if (slug.isEmpty()) {
      return new AppChoice(all, all.stream().findFirst());
    }
    App chosen =
        all.stream()
            .filter(app -> app.slug().equals(slug))
            .findFirst()
            .orElseThrow(
                () ->
                    Failure.invalidParameter(
                        PARAMETER,
                        "unknown_app",
                        "app must be the slug of an app of this workspace, got "
                            + ValidationError.truncate(slug)));
    return new AppChoice(all, Optional.of(chosen));
  }

  private static App app(JsonNode app) {
    return new App(app.path("id").asLong(), app.path("slug").asText(), app.path("name").asText());
  }

  /** Chooses another one. */
  public Field field() {
    return field(all.stream());
  }

  /** The same with a slug that no app has, so that it can be seen and changed. */
  public Field fieldWith(String slug) {
    return field(Stream.concat(Stream.of(new App(0, slug, slug)), all.stream()));
  }

  private static Field field(Stream<App> apps) {
    return Field.select(
        PARAMETER, "App", apps.map(app -> new Option(app.slug(), app.name())).toList());
  }

  /** What a page shows if the workspace has no app. */
  public static Part none(PageKit kit, PageRequest request) {
    Figure command =
        kit.curl()
            .tryWithToken(
                "apps-try",
                "/console/api/workspaces/%d/apps".formatted(request.workspaceId()),
                "{\"slug\":\"my-app\",\"name\":\"My app\"}",
                "TOKEN is an API token of an admin, made on the page Account.");
    return new Region(
        "no-apps",
        "Nothing here yet",
        List.of(new Text("This workspace has no app. Make one first."), command));
  }
}
