package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the newest rows of the log have, as suggestions for its filters. */
record LoggedTexts(List<JsonNode> newest) {
  private static final String ROWS = "50";

  static Future<LoggedTexts> read(RoleRequests roles, PageRequest request) {
    return roles
        .attributionLog(request.workspaceId(), Map.of("take", ROWS), request.caller())
        .map(listed -> new LoggedTexts(ApiJson.rows(ApiJson.of(listed), "log")));
  }

  Stream<String> shops() {
    return texts("myplatformDomain");
  }

  Stream<String> codes() {
    return texts("code");
  }

  private Stream<String> texts(String member) {
    return newest.stream()
        .flatMap(row -> Stream.ofNullable(row.path(member).textValue()))
        .distinct()
        .sorted();
  }
}
