package dev.shopwire.console.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.audit.AuditRequests;
import dev.shopwire.console.pages.ListPages.Listing;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Filters;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Shows who changed what in a workspace. */
final class AuditPage {
  private static final String HEADING = "Audit log";
  private static final List<String> CONDITIONS =
      List.of("actor", "action", "object", "startDate", "endDate");

  private final AuditRequests audit;
  private final ListPages lists;
  private final Curl curl;

  AuditPage(AuditRequests audit, ListPages lists, Curl curl) {
    this.audit = audit;
    this.lists = lists;
    this.curl = curl;
  }

  private static List<Field> fields(PageRequest request) {
    return List.of(
        Field.text("actor", "Actor").withHint("Such as user/7 or admin_token"),
        Field.text("action", "Action").withHint("Such as user.invited"),
        Field.text("object", "Object").withHint("Such as app/3"),
        Field.date("startDate", "From"),
        Field.date("endDate", "To"),
        Field.text("timezone", "Time zone")
            .withSuggestions(Stream.of(request.zone().getId(), "UTC").distinct()));
  }

  Future<Answer> show(PageRequest request) {
    Map<String, String> conditions = conditions(request);
    Map<String, String> parameters = new LinkedHashMap<>(conditions);
    parameters.put("take", Integer.toString(ListPages.TAKE));
    if (request.query().has("cursor")) {
      parameters.put("cursor", request.query().get("cursor"));
    }
    return audit
        .ofWorkspace(request.workspaceId(), parameters)
        .map(ListPages::json)
        .compose(
            entries ->
                lists
                    .export(request, listing(request), conditions)
                    .map(
                        export -> {
                          List<Part> parts = new ArrayList<>();
                          parts.add(filters(request, Faults.NONE));
                          export.ifPresent(parts::add);
                          parts.addAll(entries(request, entries));
                          parts.add(curl.same("curl", listing(request).path(), parameters));
                          return request.page(HEADING, parts);
                        }))
        .recover(error -> refused(request, error));
  }

  /** The filters as the API takes them. Bare dates are days of the page's time zone. */
  private static Map<String, String> conditions(PageRequest request) {
    Map<String, String> conditions = new LinkedHashMap<>();
    for (String name : CONDITIONS) {
      if (request.query().has(name)) {
        conditions.put(name, request.query().get(name));
      }
    }
    String zone = request.query().get("timezone");
    conditions.put("timezone", zone.isBlank() ? request.zone().getId() : zone);
    return conditions;
  }

  private static Listing listing(PageRequest request) {
    return new Listing(
        Role.CONSOLE,
        "listAuditLog",
        "/console/api/workspaces/%d/audit-log".formatted(request.workspaceId()),
        Long.toString(request.workspaceId()));
  }

  private static Filters filters(PageRequest request, Faults faults) {
    Map<String, String> values = new LinkedHashMap<>();
    request.query().values().forEach((name, all) -> values.put(name, all.get(0)));
    values.putIfAbsent("timezone", request.zone().getId());
    return new Filters(request.path(), fields(request), FormData.of(values), faults);
  }

  /** Invalid filters are shown with their faults. */
  private static Future<Answer> refused(PageRequest request, Throwable error) {
    if (!(error instanceof Failure failure) || failure.code() != Code.INVALID) {
      return Future.failedFuture(error);
    }
    Faults faults = Faults.of(failure);
    Answer page =
        request.page(
            HEADING,
            List.of(new FaultAlert(Filters.ID, fields(request), faults), filters(request, faults)));
    return Future.succeededFuture(PageRequest.withStatus(page, failure));
  }

  private static List<Part> entries(PageRequest request, JsonNode response) {
    List<JsonNode> rows = ListPages.rows(response, "entries");
    if (!rows.isEmpty()) {
      return List.of(table(request, rows), ListPages.links(request, response));
    }
    boolean filtered = CONDITIONS.stream().anyMatch(request.query()::has);
    return List.of(
        filtered
            ? new Region("no-match", "No match", List.of(new Link("Clear filters", request.path())))
            : new Region(
                "nothing",
                "Nothing here yet",
                List.of(new Text("What people change in this workspace appears here."))));
  }

  private static Table table(PageRequest request, List<JsonNode> entries) {
    return new Table(
        "audit",
        HEADING,
        List.of("Time", "Actor", "Action", "Object", "Before", "After", "Address"),
        entries.stream()
            .map(
                entry ->
                    List.<Cell>of(
                        Cell.time(entry.path("at").textValue(), request.zone()),
                        Cell.text(party(entry.path("actor"))),
                        new Cell.Word(entry.path("action").asText()),
                        Cell.text(party(entry.path("object"))),
                        fields(entry.path("before")),
                        fields(entry.path("after")),
                        Cell.text(entry.path("address").asText())))
            .toList());
  }

  /** A name with the reference that filters take. */
  private static String party(JsonNode party) {
    String id = party.path("id").asText("");
    String type = party.path("type").asText();
    String reference = id.isEmpty() ? type : type + "/" + id;
    String name = party.path("name").asText("");
    return name.isEmpty() ? reference : name + " (" + reference + ")";
  }

  private static Cell fields(JsonNode changed) {
    return changed.isObject() ? new Cell.Code(changed.toString()) : new Cell.None();
  }
}
