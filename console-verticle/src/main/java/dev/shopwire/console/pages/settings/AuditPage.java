package dev.shopwire.console.pages.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.audit.AuditRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Cell;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;

/** Shows who changed what in a workspace. */
final class AuditPage {
  private static final String HEADING = "Audit log";

  /** Characters of what was before or after a change. */
  private static final int MAX_VALUE = 8 * 1_024;

  private final AuditRequests audit;
  private final Lists lists;
  private final Curl curl;

  AuditPage(AuditRequests audit, PageKit kit) {
    this.audit = audit;
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return lists.page(request, HEADING, entries(request));
  }

  private ListView entries(PageRequest request) {
    LongCells values = new LongCells(MAX_VALUE, 2, "export");
    return ListView.of(
            "audit",
            HEADING,
            ApiList.ofWorkspace(
                Role.CONSOLE, "listAuditLog", request.workspaceId(), "audit-log", "entries"),
            parameters -> audit.ofWorkspace(request.workspaceId(), parameters))
        .filteredBy(request, filters(request))
        .columns(
            List.of(
                Column.time("Time", "/at"),
                Column.of("Actor", entry -> Cell.text(party(entry.path("actor")))),
                Column.word("Action", "/action"),
                Column.of("Object", entry -> Cell.text(party(entry.path("object")))),
                Column.of("Before", entry -> values.json(entry.path("before"))),
                Column.of("After", entry -> values.json(entry.path("after"))),
                Column.text("Address", "/address")))
        .whenEmpty(
            "What people change in this workspace appears here.",
            ViewsPage.trySaving(curl, "audit-try", request));
  }

  private static List<Field> filters(PageRequest request) {
    return Stream.concat(
            Stream.of(
                Field.text("actor", "Actor").withHint("Such as user/7 or admin_token"),
                Field.text("action", "Action").withHint("Such as user.invited"),
                Field.text("object", "Object").withHint("Such as app/3")),
            TimeFilters.of(request))
        .toList();
  }

  /** A name with the reference that filters take. */
  private static String party(JsonNode party) {
    String id = party.path("id").asText("");
    String type = party.path("type").asText();
    String reference = id.isEmpty() ? type : type + "/" + id;
    String name = party.path("name").asText("");
    return name.isEmpty() ? reference : name + " (" + reference + ")";
  }
}
