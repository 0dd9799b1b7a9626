package dev.shopwire.console.pages.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import dev.shopwire.console.pages.parts.Away;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Filters;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Shows and changes the shops that an app excludes. The API has them as one list, of which the page
 * shows a part, so a change of some is a replacement of all.
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

  /** The list and the form that adds to it; while the role is away, only that. */
  Future<List<Part>> parts(PageRequest request, Submission submission) {
    return new Away("excluded-away", CAPTION, Role.ATTRIBUTION)
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
    Set<String> all = new LinkedHashSet<>();
    ApiJson.rows(ApiJson.ofForm(body), "shops").forEach(shop -> all.add(shop.asText()));
    if (all.isEmpty()) {
      throw Failure.invalid("/shops", "required", "shops must name at least one shop");
    }
    return read(request)
        .compose(
            shops -> {
              shops.forEach(shop -> all.add(shop.asText()));
              return replace(request, all);
            });
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

  Future<?> remove(PageRequest request) {
    return read(request)
        .compose(
            shops -> {
              Set<String> all = new LinkedHashSet<>();
              shops.forEach(shop -> all.add(shop.asText()));
              all.remove(request.query().get(SEARCH));
              return replace(request, all);
            });
  }

  private Future<List<JsonNode>> read(PageRequest request) {
    return roles
        .send(
            AttributionContracts.SHOW_EXCLUDED_SHOPS, request.numericPathId(), "", request.caller())
        .map(response -> ApiJson.rows(ApiJson.of(response), "shops"));
  }

  private Future<?> replace(PageRequest request, Set<String> shops) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    ArrayNode all = body.putArray("shops");
    shops.forEach(all::add);
    return roles.send(
        AttributionContracts.REPLACE_EXCLUDED_SHOPS,
        request.numericPathId(),
        body.toString(),
        request.caller());
  }
}
