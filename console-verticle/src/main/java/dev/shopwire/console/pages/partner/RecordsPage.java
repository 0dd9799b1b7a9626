package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
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
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Lists the records of an app's partner interface, newest first. */
final class RecordsPage {
  private static final String HEADING = "Partner records";

  /** As the API names them. */
  private static final List<String> KINDS =
      List.of(
          "installed",
          "uninstalled",
          "deactivated",
          "reactivated",
          "subscription_activated",
          "subscription_updated",
          "subscription_canceled",
          "subscription_cancel_scheduled",
          "subscription_frozen",
          "subscription_unfrozen",
          "charge",
          "earning",
          "credit");

  private static final JsonNode UNKNOWN = Json.MAPPER.missingNode();

  private final ConnectionRequests requests;
  private final RoleRequests roles;
  private final Lists lists;
  private final Curl curl;

  RecordsPage(PageKit kit) {
    this.requests = new ConnectionRequests(kit.roles());
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return new UnavailableRole("partner-unavailable", HEADING, Role.SOURCES)
        .unless(requests.find(request), () -> Optional.of(UNKNOWN))
        .compose(
            connection ->
                connection.isPresent()
                    ? lists.page(request, HEADING, records(request))
                    : Future.succeededFuture(
                        request.page(HEADING, List.of(notConnected(request)))));
  }

  private static Part notConnected(PageRequest request) {
    return new Region(
        "records-nothing",
        "Not connected yet",
        List.of(new Link("Partner interface", connection(request))));
  }

  private static String connection(PageRequest request) {
    return ConsolePage.PARTNER_CONNECTION.path(request.workspaceId(), request.pathId());
  }

  private ListView records(PageRequest request) {
    LongCells raw = new LongCells(4_000, 1, "export it");
    return ListView.of(
            "records",
            HEADING,
            new ApiList(
                Role.SOURCES,
                "listPartnerEvents",
                "/console/api/apps/%s/partner-events".formatted(request.pathId()),
                request.pathId(),
                "events"),
            parameters ->
                roles.query(
                    PartnerContracts.EVENTS, request.numericPathId(), parameters, request.caller()))
        .filteredBy(
            request,
            List.of(
                Field.choice("kind", "Kind", KINDS),
                Field.text("customerId", "Shop"),
                Field.date("startDate", "From").withHint("A day in UTC."),
                Field.date("endDate", "To").withHint("A day in UTC, included.")))
        .columns(
            List.of(
                Column.time("Time", "/at"),
                Column.word("Kind", "/kind"),
                Column.of("Shop", row -> shop(request, row.path("customer"))),
                Column.text("Plan", "/plan"),
                Column.text("Amount", "/amount"),
                Column.text("Gross", "/gross"),
                Column.text("Net", "/net"),
                Column.text("Currency", "/currency"),
                Column.yesOrNo("Test", "/test"),
                Column.of("As it was sent", row -> Cell.folded("Show", raw.json(row.path("raw"))))))
        .whenEmpty(
            "No complete pass has brought records yet. A sync reads what is new at once.",
            curl.tryWithToken(
                "records-try",
                ConnectionRequests.path(request) + "/sync",
                "{}",
                "TOKEN is an API token with the role admin, made on the page Account."));
  }

  private static Cell shop(PageRequest request, JsonNode customer) {
    return customer.isObject()
        ? new Cell.Link(
            customer.path("myplatformDomain").asText(),
            ConsolePage.CUSTOMER.path(request.workspaceId(), customer.path("id").asText()))
        : new Cell.None();
  }
}
