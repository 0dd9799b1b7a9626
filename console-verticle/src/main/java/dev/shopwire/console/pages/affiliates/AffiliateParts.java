package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Slice;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the page of an affiliate shows of it. */
final class AffiliateParts {
  private AffiliateParts() {}

  /** The affiliate itself and its codes. */
  static List<Part> of(PageRequest request, JsonNode affiliate) {
    Slice<JsonNode> codes =
        Slice.of(request, "codesFrom", "Next codes", ApiJson.rows(affiliate, "codes"));
    List<Part> parts = new ArrayList<>();
    parts.add(definitions(request, affiliate));
    parts.add(Tables.of("codes", "Codes", columns(request), codes.rows(), request.zone()));
    codes.next().ifPresent(parts::add);
    return parts;
  }

  private static Part definitions(PageRequest request, JsonNode affiliate) {
    List<Definition> all = new ArrayList<>();
    all.add(new Definition("Email", Cell.text(affiliate.path("email").textValue())));
    all.add(new Definition("Status", Cell.word(affiliate.path("status").asText())));
    all.add(new Definition("Apps", AffiliateCells.apps(affiliate)));
    all.add(
        new Definition(
            "Created", Cell.time(affiliate.path("createdAt").textValue(), request.zone())));
    all.add(new Definition("Shops", new Cell.Link("Credited shops", shops(request, affiliate))));
    if (request.may(AccessLevel.ADMIN)) {
      all.add(new Definition("Actions", new Cell.Actions(List.of(action(affiliate)))));
    }
    return new Definitions(all);
  }

  /** The list of the customers that this affiliate is credited with. */
  private static String shops(PageRequest request, JsonNode affiliate) {
    String filter =
        "[{\"field\":\"affiliate\",\"operator\":\"equals\",\"value\":\"%s\"}]"
            .formatted(affiliate.path("id").asText());
    return Curl.address(request.workspace().path("/customers"), Map.of("filter", filter));
  }

  private static Action action(JsonNode affiliate) {
    return affiliate.path("status").asText().equals("active")
        ? new Action("Deactivate", Map.of("step", "deactivate"))
        : new Action("Activate", Map.of("step", "activate"));
  }

  private static List<Column> columns(PageRequest request) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.of("Code", code -> AffiliateCells.code(request, code.path("code"))),
                Column.time("Expires", "/expiresAt"),
                Column.of("Expired", code -> Cell.yesOrNo(isExpired(code)))));
    if (request.may(AccessLevel.ADMIN)) {
      columns.add(
          Column.actions(
              code ->
                  List.of(
                      new Action(
                          "Expire",
                          Map.of("step", "expire", "code", code.path("code").asText())))));
    }
    return columns;
  }

  private static boolean isExpired(JsonNode code) {
    return code.path("expiresAt").isTextual()
        && !Instant.parse(code.path("expiresAt").asText()).isAfter(Instant.now());
  }
}
