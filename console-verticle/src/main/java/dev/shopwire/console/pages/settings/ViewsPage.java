package dev.shopwire.console.pages.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.views.ViewRequests;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists the saved views of a user and those that are shared, and opens them. */
final class ViewsPage {
  static final String HEADING = "Saved views";

  private static final Map<String, String> DONE =
      Map.of(
          "renamed", "The view was renamed.",
          "shared", "The view is shared with all members of this workspace.",
          "unshared", "The view is private now.",
          "deleted", "The view was deleted.");

  private final ViewRequests views;
  private final Lists lists;
  private final Curl curl;

  ViewsPage(ViewRequests views, PageKit kit) {
    this.views = views;
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return lists.page(
        request, HEADING, Outcomes.notice(request, DONE), savedViews(request), List.of());
  }

  private ListView savedViews(PageRequest request) {
    return ListView.of(
            "views",
            HEADING,
            ApiList.ofWorkspace(
                Role.CONSOLE, "listSavedViews", request.workspaceId(), "saved-views", "savedViews"),
            parameters ->
                views.list(request.caller(), request.workspaceId(), PageParameters.of(parameters)))
        .columns(
            List.of(
                Column.link("Name", "/name", view -> address(request, view)),
                Column.text("Page", "/page"),
                Column.text("User", "/user/name"),
                Column.yesOrNo("Shared", "/shared"),
                Column.time("Created", "/createdAt"),
                Column.actions(view -> actions(request, view))))
        .whenEmpty(
            "The button Save view below a list keeps its filters under a name.",
            trySaving(curl, "views-try", request));
  }

  /** Where a view leads: a page of this workspace with its filters. */
  static String address(PageRequest request, JsonNode view) {
    String page = view.path("page").asText();
    String query = view.path("query").asText();
    return request.workspace().path(page.startsWith("/") ? page : "/" + page)
        + (query.isEmpty() ? "" : "?" + query);
  }

  /** What the user may do with a view, as the API decides it. */
  private static List<Action> actions(PageRequest request, JsonNode view) {
    boolean isShared = view.path("shared").asBoolean();
    boolean isAdmin = request.may(AccessLevel.ADMIN);
    List<Action> actions = new ArrayList<>();
    if (isOwn(request, view) || (isShared && isAdmin)) {
      actions.add(Action.of("Rename", "rename", view));
      if (isShared) {
        actions.add(Action.of("Stop sharing", "unshare", view));
      } else if (isAdmin) {
        actions.add(Action.of("Share", "share", view));
      }
      actions.add(Action.of("Delete", "delete", view));
    }
    return actions;
  }

  static boolean isOwn(PageRequest request, JsonNode view) {
    return view.at("/user/id").asText().equals(request.user().id());
  }

  /** The command that saves a view of the page. */
  static Figure trySaving(Curl curl, String id, PageRequest request) {
    return curl.tryWithToken(
        id,
        "/console/api/workspaces/%d/saved-views".formatted(request.workspaceId()),
        "{\"name\":\"Audit log of today\",\"page\":\"/settings/audit\",\"query\":\"\"}",
        "TOKEN is an API token of this workspace, made on the page Account.");
  }
}
