package dev.shopwire.console.pages.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Slice;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Filters;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Shows and changes the shops that an app excludes. The API replaces the complete list; the page
 * adds and removes shops, so that what two people do at once is both done.
 */
final class ExcludedShops {
  private static final String CAPTION = "Excluded shops";
  private static final String FROM = "shopsFrom";
  private static final String SEARCH = "shop";
  private static final List<Column> COLUMNS =
      List.of(
          Column.of("Shop", shop -> Cell.text(shop.asText())),
          Column.actions(
              shop ->
                  List.of(new Action("Remove", Map.of("step", "remove", SEARCH, shop.asText())))));

  private final RoleRequests roles;
  private final Curl curl;

  ExcludedShops(RoleRequests roles, Curl curl) {
    this.roles = roles;
    this.curl = curl;
  }

  /** The list and the form that adds to it; while the role is unavailable, only that. */
  Future<List<Part>> parts(PageRequest request, Submission submission) {
    return new UnavailableRole("excluded-unavailable", CAPTION, Role.ATTRIBUTION)
        .unless(read(request).map(shops -> parts(request, shops, submission)));
  }

  private List<Part> parts(PageRequest request, List<JsonNode> shops, Submission submission) {
    List<Part> parts = new ArrayList<>();
    if (!shops.isEmpty()) {
      parts.add(
          new Filters(
              request.path(), List.of(Field.search(SEARCH, "Shop")), request.query(), Faults.NONE));
    }
    String search = request.query().get(SEARCH).strip().toLowerCase(Locale.ROOT);
    List<JsonNode> found = shops.stream().filter(shop -> shop.asText().contains(search)).toList();
    if (found.isEmpty()) {
      parts.add(none(request, shops));
    } else {
      Slice<JsonNode> slice = Slice.of(request, FROM, "Next excluded shops", found);
      parts.add(Tables.of("excluded", CAPTION, COLUMNS, slice.rows(), request.zone()));
      slice.next().ifPresent(parts::add);
    }
    parts.add(
        curl.same(
            "excluded-curl",
            "/console/api/apps/%s/excluded-shops".formatted(request.pathId()),
            Map.of()));
    parts.add(AppForms.EXCLUDE.after(submission));
    return parts;
  }

  private static Part none(PageRequest request, List<JsonNode> shops) {
    return shops.isEmpty()
        ? new Region(
            "excluded-nothing",
            CAPTION + ": nothing here yet",
            List.of(
                new Text(
                    "Codes of excluded shops are never credited. Exclude those that you test"
                        + " with.")))
        : new Region(
            "excluded-no-match", "No match", List.of(new Link("Clear filters", request.path())));
  }

  /** Adds the shops of the form {@link AppForms#EXCLUDE}. */
  Future<?> add(PageRequest request, byte[] body) {
    ObjectNode form = ApiJson.ofForm(body);
    if (form.path("shops").isEmpty()) {
      throw Failure.invalid("/shops", "required", "shops must name at least one shop");
    }
    return send(AttributionContracts.ADD_EXCLUDED_SHOPS, request, form);
  }

  /** The shop of the second step, if the list has it. */
  Future<String> find(PageRequest request) {
    String wanted = request.query().get(SEARCH);
    return read(request)
        .map(
            shops ->
                shops.stream()
                    .map(JsonNode::asText)
                    .filter(wanted::equals)
                    .findFirst()
                    .orElseThrow(() -> Failure.notFound("excluded shop")));
  }

  /** Removes the shop of the second step. */
  Future<?> remove(PageRequest request) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.putArray("shops").add(request.query().get(SEARCH));
    return send(AttributionContracts.REMOVE_EXCLUDED_SHOPS, request, body);
  }

  private Future<List<JsonNode>> read(PageRequest request) {
    return roles
        .send(
            AttributionContracts.SHOW_EXCLUDED_SHOPS, request.numericPathId(), "", request.caller())
        .map(response -> ApiJson.rows(ApiJson.of(response), "shops"));
  }

  private Future<?> send(
      Contract<AdminRequest, JsonResponse> contract, PageRequest request, ObjectNode body) {
    return roles.send(contract, request.numericPathId(), body.toString(), request.caller());
  }
}
