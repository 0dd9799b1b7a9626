package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.parts.Cell;
import java.util.Map;
import java.util.stream.Collectors;

/** The cells and columns that several of these pages have. */
final class AffiliateCells {
  private AffiliateCells() {}

  /** A link to an affiliate's page. */
  static Cell affiliate(PageRequest request, JsonNode affiliate) {
    return affiliate.isObject()
        ? new Cell.Link(
            affiliate.path("name").asText(),
            ConsolePage.AFFILIATE.path(request.workspaceId(), affiliate.path("id").asText()))
        : new Cell.None();
  }

  static Column affiliate(PageRequest request, String name, String member) {
    return Column.of(name, row -> affiliate(request, row.path(member)));
  }

  /** A link to the page of a shop. */
  static Column shop(PageRequest request) {
    return Column.link(
        "Shop",
        "/myplatformDomain",
        row -> request.workspace().path("/customers/" + row.path("customerId").asText()));
  }

  /** A link to all that is known about the credit of a shop. */
  static Column history(PageRequest request) {
    return Column.of(
        "Shop's history",
        row ->
            new Cell.Link(
                "Attribution",
                request
                    .workspace()
                    .path("/customers/" + row.path("customerId").asText() + "/attribution")));
  }

  /** A link to the rows of the log with this code. */
  static Cell code(PageRequest request, JsonNode code) {
    return code.isTextual()
        ? new Cell.Link(
            code.asText(),
            Curl.address(
                ConsolePage.CODE_LOG.path(request.workspaceId()), Map.of("code", code.asText())))
        : new Cell.None();
  }

  /** The apps that an affiliate takes part in. */
  static Cell apps(JsonNode affiliate) {
    return affiliate.path("apps").isArray()
        ? Cell.text(
            ApiJson.rows(affiliate, "apps").stream()
                .map(JsonNode::asText)
                .collect(Collectors.joining(", ")))
        : Cell.text("all apps");
  }
}
