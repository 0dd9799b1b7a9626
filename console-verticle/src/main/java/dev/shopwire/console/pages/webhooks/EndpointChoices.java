package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.tenants.AppRequests;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What forms about webhooks offer: the apps of a workspace and the names of their events. */
final class EndpointChoices {
  /** Suggestions are not worth a longer wait. */
  private static final long NAMES_MILLIS = 150;

  private static final int APPS_WITH_NAMES = 3;
  private static final int NAMES = 20;

  private final AppRequests apps;
  private final RoleRequests roles;

  EndpointChoices(PageKit kit) {
    apps = kit.services().apps();
    roles = kit.roles();
  }

  /**
   * What a form offers.
   *
   * @param slugs of the apps
   * @param eventNames the most frequent ones; empty while the role that knows them is unavailable
   */
  record Offered(List<String> slugs, List<String> eventNames) {}

  Future<Offered> offered(PageRequest request) {
    return apps.list(request.workspaceId(), new PageParameters(PageSize.MAX, Optional.empty()))
        .map(listed -> ApiJson.rows(ApiJson.of(listed), "apps"))
        .compose(
            all ->
                eventNames(request, all)
                    .map(
                        names ->
                            new Offered(all.stream().map(EndpointChoices::slug).toList(), names)));
  }

  private static String slug(JsonNode app) {
    return app.path("slug").asText();
  }

  private Future<List<String>> eventNames(PageRequest request, List<JsonNode> all) {
    List<Future<List<String>>> names =
        all.stream().limit(APPS_WITH_NAMES).map(app -> eventNames(request, app)).toList();
    return Future.all(names)
        .map(loaded -> names.stream().flatMap(each -> each.result().stream()).distinct().toList());
  }

  private Future<List<String>> eventNames(PageRequest request, JsonNode app) {
    return roles
        .query(
            AnalyticsContracts.EVENT_NAMES,
            app.path("id").asLong(),
            Map.of("take", Integer.toString(NAMES)),
            request.caller())
        .map(listed -> ApiJson.rows(ApiJson.of(listed), "eventNames"))
        .map(rows -> rows.stream().map(row -> row.path("eventName").asText()).toList())
        .timeout(NAMES_MILLIS, TimeUnit.MILLISECONDS)
        .otherwise(List.of());
  }

  /** Explains what to enter in a field with a name per line. */
  static String hint(Offered offered) {
    String some =
        Stream.concat(
                offered.eventNames().stream().limit(5),
                offered.eventNames().size() > 5 ? Stream.of("…") : Stream.empty())
            .reduce((first, second) -> first + ", " + second)
            .map(names -> " Among the latest: " + names)
            .orElse("");
    return "One per line; none: all." + some;
  }
}
