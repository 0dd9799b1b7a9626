package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the page about the installation. */
class SystemPageIT {
  private static final String PATH = "/console/system";
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());

  private static PageBrowser signedIn(ConsoleUsers.User user) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(user);
  }

  private static List<String> names(PageBrowser page, String caption) {
    return page.rows(caption).stream().map(row -> row.get(0)).toList();
  }

  private static List<String> names(JsonNode system, String list, String member) {
    return system.path(list).valueStream().map(each -> each.path(member).asText()).toList();
  }

  @Test
  void operatorsSeeWhatTheApiSays() {
    PageBrowser page = signedIn(USERS.add(true)).open(PATH);
    JsonNode system = SERVICE.tenants().console().get("/console/api/system").json();
    assertEquals("System", page.heading());
    assertEquals(names(system, "nodes", "id"), names(page, "Nodes"));
    assertEquals(names(system, "queues", "name"), names(page, "Queues"));
    assertEquals(names(system, "stores", "name"), names(page, "Stores"));
    JsonNode node = system.at("/nodes/0");
    assertEquals(
        List.of("yes", node.path("address").asText(), node.path("version").asText()),
        page.rows("Nodes").get(0).subList(1, 4));
    assertEquals(
        node.path("startedAt").asText(), page.page().select("#nodes time").attr("datetime"));
    assertEquals(
        node.path("roles").valueStream().map(JsonNode::asText).collect(Collectors.joining(", ")),
        page.rows("Nodes").get(0).get(5));
    assertEquals("yes", page.rows("Stores").get(0).get(1));
    assertTrue(page.page().select("#missing").isEmpty());
    assertTrue(page.page().select("[http-equiv=refresh], [hx-trigger]").isEmpty());
    assertEquals(PATH, page.follow("Refresh").path());
  }

  @Test
  void othersDoNot() {
    PageBrowser owner = signedIn(USERS.add(SERVICE.tenants().app().workspaceId(), "owner"));
    assertEquals(403, owner.open(PATH).status());
    owner.open("/console/account");
    assertFalse(owner.page().select("nav[aria-label=Main]").text().contains("System"));
  }
}
