package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a customer is: its name, who has its credit, the values of its custom fields. */
final class Profile {
  private static final List<String> COLUMNS =
      List.of("Name", "Value", "Type", "Scope", "App", "Private");

  /** Of customers with a value that a linked query has set. */
  private static final List<String> LINKED_COLUMNS = List.of("Linked query", "Read");

  /** Characters of a custom field's value. */
  private static final int MAX_VALUE = 30 * 1_024;

  private final Curl curl;

  Profile(Curl curl) {
    this.curl = curl;
  }

  /**
   * @param customer as the API returns it
   */
  List<Part> parts(PageRequest request, JsonNode customer) {
    List<Part> parts = new ArrayList<>();
    parts.add(definitions(request, customer));
    parts.add(new Link("Attribution", attribution(request)));
    List<JsonNode> fields = ApiJson.rows(customer, "customFields");
    parts.add(
        fields.isEmpty()
            ? new Region(
                "fields-nothing",
                "Custom fields: nothing here yet",
                List.of(
                    new Text("Apps push values when they identify a shop."), tryField(customer)))
            : table(request, fields));
    parts.add(curl.same("customer-curl", "/console/api/customers/" + request.pathId(), Map.of()));
    return parts;
  }

  private static Definitions definitions(PageRequest request, JsonNode customer) {
    List<Definition> all = new ArrayList<>();
    all.add(new Definition("Id", new Cell.Code(customer.path("id").asText())));
    all.add(new Definition("Name", Cell.text(customer.path("name").textValue())));
    all.add(new Definition("Email", Cell.text(customer.path("email").textValue())));
    all.add(new Definition("First seen", time(request, customer, "firstSeenAt")));
    all.add(new Definition("Last seen", time(request, customer, "lastSeenAt")));
    for (JsonNode credit : customer.path("attributions")) {
      all.add(
          new Definition(
              "Credit in " + credit.path("app").asText(),
              new Cell.Link(affiliate(credit.path("affiliate")), attribution(request))));
    }
    return new Definitions(all);
  }

  private static String affiliate(JsonNode affiliate) {
    String name = affiliate.path("name").asText();
    JsonNode code = affiliate.path("code");
    return code.isTextual() ? "%s (%s)".formatted(name, code.asText()) : name;
  }

  private static String attribution(PageRequest request) {
    return ConsolePage.CUSTOMER_ATTRIBUTION.path(request.workspaceId(), request.pathId());
  }

  private static Cell time(PageRequest request, JsonNode customer, String name) {
    return Cell.time(customer.path(name).textValue(), request.zone());
  }

  private static Table table(PageRequest request, List<JsonNode> fields) {
    LongCells values = new LongCells(MAX_VALUE, 1, "by curl");
    boolean isLinked = fields.stream().anyMatch(field -> field.path("linked").isObject());
    return new Table(
        "fields",
        "Custom fields",
        together(COLUMNS, isLinked ? LINKED_COLUMNS : List.of()),
        fields.stream()
            .map(
                field ->
                    together(row(field, values), isLinked ? linked(request, field) : List.of()))
            .toList());
  }

  private static <T> List<T> together(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static List<Cell> row(JsonNode field, LongCells values) {
    return List.of(
        Cell.text(field.path("name").textValue()),
        values.value(field.path("value")),
        Cell.word(field.path("type").textValue()),
        Cell.word(field.path("scope").textValue()),
        Cell.text(field.at("/app/slug").textValue()),
        Cell.yesOrNo(field.path("private").asBoolean()));
  }

  private static List<Cell> linked(PageRequest request, JsonNode field) {
    JsonNode linked = field.path("linked");
    return List.of(
        query(request, linked.path("queryId")),
        Cell.time(linked.path("readAt").textValue(), request.zone()));
  }

  /** The query that has filled the field. */
  private static Cell query(PageRequest request, JsonNode id) {
    return id.isTextual()
        ? new Cell.Link(
            "Query " + id.textValue(),
            ConsolePage.LINKED_QUERY.path(request.workspaceId(), id.textValue()))
        : new Cell.None();
  }

  private Figure tryField(JsonNode customer) {
    return curl.tryWithKey(
        "fields-try",
        "/v1/identify",
        Json.MAPPER
            .createObjectNode()
            .put("myplatformDomain", customer.path("myplatformDomain").asText())
            .set("customFields", Json.MAPPER.createObjectNode().put("plan", "pro"))
            .toString());
  }
}
