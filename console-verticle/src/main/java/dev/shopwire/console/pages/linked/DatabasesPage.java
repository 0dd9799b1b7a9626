package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
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

  private final PageKit kit;

  DatabasesPage(PageKit kit) {
    this.kit = kit;
  }

  /** Where the deletion of a database leads. */
  static PageResponse afterDeletion(PageRequest request) {
    return new PageResponse.Redirect(
        ConsolePage.DATABASES.path(request.workspaceId()) + "?done=deleted");
  }

  Future<PageResponse> show(PageRequest request) {
    List<Part> before = new ArrayList<>(Outcomes.notice(request, DONE));
    if (request.may(AccessLevel.ADMIN)) {
      String path = ConsolePage.NEW_DATABASE.path(request.workspaceId());
      before.add(new Buttons(List.of(new Link("New database", path)), List.of()));
    }
    return kit.lists().page(request, HEADING, before, list(request), List.of());
  }

  private ListView list(PageRequest request) {
    return ListView.of(
            "databases",
            HEADING,
            ApiList.ofWorkspace(
                Role.SOURCES, "listDatabases", request.workspaceId(), "databases", "databases"),
            parameters ->
                kit.roles()
                    .query(
                        LinkedFieldContracts.LIST_DATABASES,
                        request.workspaceId(),
                        parameters,
                        request.caller()))
        .columns(
            List.of(
                Column.link("Name", "/name", row -> path(request, row)),
                Column.word("Engine", "/engine"),
                Column.text("Host", "/host"),
                Column.text("Database", "/database"),
                Column.text("User", "/user"),
                Column.text("App", "/app/slug"),
                Column.yesOrNo("Proven read-only", "/readOnly/proven"),
                Column.time("Proof of", "/readOnly/checkedAt")))
        .whenEmpty(
            "Custom fields can be filled from a database of yours, by a role that may only read it."
                + " New database adds one, after a proof of that; it needs the role admin.",
            kit.curl()
                .tryWithToken(
                    "databases-try", LinkedRequests.databasesPath(request), EXAMPLE, Curl.TOKEN));
  }

  private static String path(PageRequest request, JsonNode database) {
    return ConsolePage.DATABASE.path(request.workspaceId(), database.path("id").asText());
  }
}
