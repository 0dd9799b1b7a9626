package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** A new workspace with an owner, an admin and an analyst, who are signed in. */
final class PeopleFixture {
  private static final RunningService SERVICE = RunningService.shared();

  final String workspace = SERVICE.tenants().app().workspaceId();
  final Sql sql = SERVICE.sql();
  final ConsoleUsers users = new ConsoleUsers(sql);
  final User owner = users.add(workspace, "owner");
  final User admin = users.add(workspace, "admin");
  final User analyst = users.add(workspace, "analyst");
  final ConsoleBrowser asOwner = browser().signedIn(owner);
  final ConsoleBrowser asAdmin = browser().signedIn(admin);
  final ConsoleBrowser asAnalyst = browser().signedIn(analyst);

  static ConsoleBrowser browser() {
    return new ConsoleBrowser(SERVICE.consoleUrl());
  }

  /** A path below the workspace. */
  String path(String below) {
    return "/workspaces/" + workspace + below;
  }

  String user(User user) {
    return path("/users/" + user.id());
  }

  /** The role of a member; empty without a membership. */
  String role(User user) {
    return sql.text(
        "select coalesce(max(role), '') from console_memberships"
            + " where workspace_id = ? and user_id = ?",
        Long.parseLong(workspace),
        user.id());
  }

  long audited(String action) {
    return sql.number(
        "select count(*) from audit_log where workspace_id = ? and action = ?",
        Long.parseLong(workspace),
        action);
  }

  long auditRows() {
    return sql.number(
        "select count(*) from audit_log where workspace_id = ?", Long.parseLong(workspace));
  }

  static String code(Response response) {
    return response.json().path("code").asText();
  }

  static void assertRefused(int status, String code, Response response) {
    assertEquals(status, response.status(), response::body);
    assertEquals(code, code(response), response::body);
  }

  /** The token in a link that a response shows. */
  static String token(Response response) {
    String link = response.json().path("link").asText();
    return link.substring(link.indexOf("#token=") + "#token=".length());
  }

  static List<Response> atOnce(int count, IntFunction<Callable<Response>> call) throws Exception {
    List<Callable<Response>> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls.add(call.apply(i));
    }
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      return ConcurrentCalls.call(threads, calls);
    } finally {
      threads.shutdownNow();
    }
  }

  static long count(List<Response> responses, int status) {
    return responses.stream().filter(response -> response.status() == status).count();
  }
}
