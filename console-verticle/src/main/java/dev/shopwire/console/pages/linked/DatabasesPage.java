package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists the databases of a workspace, of which there are few. */
final class DatabasesPage {
  /** A body that adds a database. */
  static final String EXAMPLE =
      "{\"name\":\"production\",\"uri\":\"postgresql://reader:PASSWORD@db.example.com:5432/app\"}";

  private static final String HEADING = "Databases";
  private static final Map<String, String> DONE =
      Map.of("deleted", "The database was deleted. Nothing in it was changed.");

  private final LinkedRequests requests;
  private final Curl curl;

  DatabasesPage(PageKit kit) {
    this.requests = new LinkedRequests(kit.roles());
    this.curl = kit.curl();
  }

  /** Where the deletion of a database leads. */
  static PageResponse afterDeletion(PageRequest request) {
    return new PageResponse.Redirect(
        ConsolePage.DATABASES.path(request.workspaceId()) + "?done=deleted");
  }

  Future<PageResponse> show(PageRequest request) {
    return new UnavailableRole("databases-unavailable", HEADING, Role.SOURCES)
        .unless(requests.databases(request).map(databases -> parts(request, databases)))
        .map(
            listed -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(listed);
              return request.page(HEADING, parts);
            });
  }

  private List<Part> parts(PageRequest request, List<JsonNode> databases) {
    List<Part> parts = new ArrayList<>();
    if (request.may(AccessLevel.ADMIN)) {
      String path = ConsolePage.NEW_DATABASE.path(request.workspaceId());
      parts.add(new Buttons(List.of(new Link("New database", path)), List.of()));
    }
    parts.add(databases.isEmpty() ? nothing(request) : table(request, databases));
    parts.add(curl.same("databases-curl", LinkedRequests.databasesPath(request), Map.of()));
    return parts;
  }

  private Part nothing(PageRequest request) {
    return new Region(
        "databases-nothing",
        "Nothing here yet",
        List.of(
            new Text(
                "Custom fields can be filled from a database of yours, by a role that may only read it."
                    + " New database adds one, after a proof of that; it needs the role admin."),
            curl.tryWithToken(
                "databases-try", LinkedRequests.databasesPath(request), EXAMPLE, Curl.TOKEN)));
  }

  private static Part table(PageRequest request, List<JsonNode> databases) {
    return Tables.of(
        "databases",
        HEADING,
        List.of(
            Column.link(
                "Name",
                "/name",
                row -> ConsolePage.DATABASE.path(request.workspaceId(), row.path("id").asText())),
            Column.word("Engine", "/engine"),
            Column.text("Host", "/host"),
            Column.text("Database", "/database"),
            Column.text("User", "/user"),
            Column.text("App", "/app/slug"),
            Column.yesOrNo("Proven read-only", "/readOnly/proven"),
            Column.time("Proof of", "/readOnly/checkedAt")),
        databases,
        request.zone());
  }
}
