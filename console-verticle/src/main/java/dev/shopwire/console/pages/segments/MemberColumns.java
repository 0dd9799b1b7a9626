package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.Column;
import java.util.List;

/** How tables show the customers that a condition selects. */
final class MemberColumns {
  private MemberColumns() {}

  static List<Column> ofCustomers(PageRequest request) {
    return List.of(
        shop(request, "id"),
        Column.text("Name", "/name"),
        Column.text("Email", "/email"),
        Column.time("First seen", "/firstSeenAt"),
        Column.time("Last seen", "/lastSeenAt"));
  }

  static List<Column> ofMembers(PageRequest request) {
    return List.of(
        shop(request, "id"),
        Column.text("Name", "/name"),
        Column.text("Email", "/email"),
        Column.time("Entered", "/enteredAt"));
  }

  static List<Column> ofTransitions(PageRequest request) {
    return List.of(
        Column.time("Time", "/at"),
        shop(request, "customerId"),
        Column.word("Type", "/type"),
        Column.word("Cause", "/cause/type"),
        Column.time("Caused", "/cause/at"),
        Column.text("App", "/cause/app"),
        Column.number("Version", "/version"));
  }

  /** The domain, which leads to the customer. */
  private static Column shop(PageRequest request, String id) {
    return Column.link("Shop", "/myplatformDomain", row -> customer(request, row.path(id)));
  }

  private static String customer(PageRequest request, JsonNode id) {
    return ConsolePage.CUSTOMER.path(request.workspaceId(), id.asText());
  }
}
