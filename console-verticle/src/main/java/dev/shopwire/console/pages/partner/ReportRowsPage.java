package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.tenants.AppRequests;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Lists what is behind one value of the partner report: shops, or single records. */
final class ReportRowsPage {
  private static final String HEADING = "Behind a figure";

  /** As many as the API names. */
  private static final int MAX_NAMED = 20;

  private final AppRequests apps;
  private final RoleRequests roles;
  private final Lists lists;
  private final Curl curl;

  ReportRowsPage(PageKit kit) {
    this.apps = kit.services().apps();
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    if (!request.query().has("metric") || !request.query().has("date")) {
      return Future.succeededFuture(request.page(HEADING, List.of(choose(request))));
    }
    return apps.list(
            request.workspaceId(), new PageParameters(PageSize.MAX, Optional.<String>empty()))
        .map(listed -> ReportApp.of(request, ApiJson.rows(ApiJson.of(listed), "apps")))
        .compose(app -> lists.slowPage(request, HEADING, rows(request, app)));
  }

  private static Part choose(PageRequest request) {
    return new Region(
        "rows-nothing",
        "Choose a value of the report",
        List.of(
            new Link(ReportPage.HEADING, ConsolePage.PARTNER_REPORT.path(request.workspaceId()))));
  }

  private ListView rows(PageRequest request, ReportApp app) {
    return ListView.of(
            "rows",
            ReportSection.title(request.query().get("metric")),
            new ApiList(
                Role.SOURCES,
                app.app().isPresent() ? "listPartnerReportRows" : "listWorkspacePartnerReportRows",
                app.path(request, "partner-report/rows"),
                Long.toString(app.id(request)),
                "rows"),
            parameters ->
                roles.unlessSilent(
                    Role.SOURCES,
                    roles.query(
                        app.choose(
                            PartnerContracts.REPORT_ROWS, PartnerContracts.WORKSPACE_REPORT_ROWS),
                        app.id(request),
                        parameters,
                        request.caller())))
        .filteredBy(
            request,
            List.of(app.field()),
            List.of(
                Field.text("metric", "Metric").required(),
                Field.text("date", "Date").required(),
                Field.select("interval", "Interval", "daily", "weekly", "monthly"),
                Field.text("timezone", "Time zone"),
                Field.text("currency", "Currency")))
        .columns(
            List.of(
                Column.text("App", "/app/slug"),
                Column.of("Shop", row -> shop(request, row.path("customer"))),
                Column.of("Value", row -> value(row.path("value"))),
                Column.of("Records", row -> records(request, row))))
        .whenEmpty(
            "Nothing is behind this value: it is 0, or not known.",
            curl.same("rows-try", app.path(request, "partner-report"), Map.of()));
  }

  /** Without the zeros after the last decimal place that is used, of which the API has six. */
  private static Cell value(JsonNode number) {
    return number.isTextual()
        ? Cell.text(new BigDecimal(number.textValue()).stripTrailingZeros().toPlainString())
        : new Cell.None();
  }

  private static Cell shop(PageRequest request, JsonNode customer) {
    return customer.isObject()
        ? new Cell.Link(
            customer.path("myplatformDomain").asText(),
            ConsolePage.CUSTOMER.path(request.workspaceId(), customer.path("id").asText()))
        : new Cell.None();
  }

  /** Leads to the records of the shop, or names the only one. */
  private static Cell records(PageRequest request, JsonNode row) {
    JsonNode records = row.path("events");
    String customer = row.at("/customer/myplatformDomain").asText();
    return customer.isEmpty() || records.isEmpty()
        ? Cell.text(records.valueStream().map(JsonNode::asText).collect(Collectors.joining(" ")))
        : new Cell.Link(
            records.size() == 1
                ? records.get(0).asText()
                : (records.size() < MAX_NAMED ? "" : "last ") + records.size() + " records",
            ConsolePage.PARTNER_RECORDS.path(request.workspaceId(), row.at("/app/id").asText())
                + "?"
                + PageRequest.encode(Map.of("customerId", customer)));
  }
}
