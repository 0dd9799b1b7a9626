package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.AppChoice;
import dev.shopwire.console.pages.lists.AppChoice.App;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.TimeFilters;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lists the customers of a workspace, with conditions, an order and columns to choose. */
final class CustomersPage {
  private static final String HEADING = "Customers";
  private static final List<String> FIELDS =
      List.of("myplatformDomain", "name", "email", "firstSeenAt", "lastSeenAt");
  private static final int MAX_COLUMNS = 20;

  /** Characters of a custom field's value; the customer's page has more of it. */
  private static final int MAX_VALUE = 2 * 1_024;

  private final PageKit kit;

  CustomersPage(PageKit kit) {
    this.kit = kit;
  }

  Future<PageResponse> show(PageRequest request) {
    return names(request)
        .compose(
            names ->
                Conditions.areSubmitted(request.query())
                    ? Future.succeededFuture(withFilter(request, names))
                    : kit.lists().slowPage(request, HEADING, customers(request, names)));
  }

  private Future<CustomFieldNames> names(PageRequest request) {
    Future<List<JsonNode>> fields =
        kit.roles()
            .list(
                EnrichmentContracts.LIST_FIELDS,
                request.workspaceId(),
                Map.of("take", Integer.toString(PageSize.MAX)),
                request.caller())
            .map(listed -> ApiJson.rows(ApiJson.of(listed), "customFields"));
    Future<List<App>> apps = AppChoice.apps(kit, request);
    return Future.all(fields, apps)
        .map(
            loaded ->
                new CustomFieldNames(
                    fields.result(), apps.result().stream().map(App::slug).toList()));
  }

  /** The address with the API's parameter in the place of the form's rows. */
  private static PageResponse withFilter(PageRequest request, CustomFieldNames names) {
    Map<String, String> changes = new HashMap<>(Conditions.withoutRows(request.query()));
    if (!request.query().has(Conditions.PARAMETER)) {
      changes.put(Conditions.PARAMETER, Conditions.filter(request.query(), names));
    }
    return new PageResponse.Redirect(request.address(changes));
  }

  private ListView customers(PageRequest request, CustomFieldNames names) {
    String filter = request.query().get(Conditions.PARAMETER);
    Conditions conditions = Conditions.of(filter);
    return ListView.of(
            "customers",
            HEADING,
            ApiList.ofWorkspace(
                Role.ENRICHMENT, "listCustomers", request.workspaceId(), "customers", "customers"),
            parameters -> read(request, conditions, parameters))
        .filteredBy(request, filters(request, conditions, names))
        .withParameters(filter.isBlank() ? Map.of() : Map.of(Conditions.PARAMETER, filter))
        .showing(conditions.shown())
        .columns(columns(request))
        .whenEmpty(
            "Shops appear here when an app identifies them or sends their first event.",
            kit.curl()
                .tryWithKey(
                    "customers-try",
                    "/v1/identify",
                    "{\"myplatformDomain\":\"acme.platform.example\",\"name\":\"Acme\"}"));
  }

  private Future<?> read(
      PageRequest request, Conditions conditions, Map<String, String> parameters) {
    Future<?> listed =
        kit.roles()
            .query(
                EnrichmentContracts.LIST_CUSTOMERS,
                request.workspaceId(),
                parameters,
                request.caller());
    return kit.roles()
        .unlessSilent(Role.ENRICHMENT, listed)
        .recover(error -> Future.failedFuture(conditions.atRows(error)));
  }

  private static List<Field> filters(
      PageRequest request, Conditions conditions, CustomFieldNames names) {
    List<Field> filters = new ArrayList<>(List.of(Field.search("search", "Search")));
    filters.addAll(
        conditions.fields(
            Stream.of(FIELDS.stream(), Stream.of("affiliate"), names.inConditions())
                .flatMap(some -> some)));
    filters.add(sort(request, names));
    filters.add(
        Field.text("columns", "Columns")
            .withHint("Custom fields, separated by commas")
            .withSuggestions(names.inColumns()));
    TimeFilters.of(request).filter(field -> field.name().equals("timezone")).forEach(filters::add);
    return filters;
  }

  /** What is no order is kept, so that it can be seen and changed. */
  private static Field sort(PageRequest request, CustomFieldNames names) {
    Stream<String> ascending =
        Stream.of(Stream.of("id"), FIELDS.stream(), names.inColumns()).flatMap(some -> some);
    return Field.select(
        "sort",
        "Sort",
        Stream.concat(
                ascending.flatMap(name -> Stream.of(name, "-" + name)),
                Stream.of(request.query().get("sort")).filter(name -> !name.isBlank()))
            .distinct()
            .map(name -> new Option(name, name))
            .toList());
  }

  private static List<Column> columns(PageRequest request) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.link("Shop", "/myplatformDomain", row -> address(request, row)),
                Column.text("Name", "/name"),
                Column.text("Email", "/email"),
                Column.time("First seen", "/firstSeenAt"),
                Column.time("Last seen", "/lastSeenAt")));
    List<String> chosen = chosen(request);
    LongCells values = new LongCells(MAX_VALUE, chosen.size(), "on the customer's page");
    chosen.forEach(
        name -> columns.add(Column.of(name, row -> values.value(row.path("columns").path(name)))));
    return columns;
  }

  private static List<String> chosen(PageRequest request) {
    return Stream.of(request.query().get("columns").split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .distinct()
        .limit(MAX_COLUMNS)
        .toList();
  }

  private static String address(PageRequest request, JsonNode row) {
    return ConsolePage.CUSTOMER.path(request.workspaceId(), row.path("id").asText());
  }
}
