package dev.shopwire.app.console.audit;

import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.PageBrowser;
import java.util.Map;
import java.util.Random;

/** Writes through the forms of pages. */
final class PageWriter implements AuditedWriter {
  private static final String ACCOUNT = "/console/account";

  private final PageBrowser page;
  private final String actor;
  private final String settings;
  private final AuditedObjects objects;
  private final Random random;

  /**
   * @param page of {@code user}, who is signed in
   */
  PageWriter(PageBrowser page, User user, AuditedObjects objects, Random random) {
    this.page = page;
    this.actor = "user/" + user.id();
    this.settings = "/console/w/" + objects.workspaceId() + "/settings/";
    this.objects = objects;
    this.random = random;
  }

  @Override
  public Write next() {
    return switch (random.nextInt(10)) {
      case 0 -> invite(objects.text() + "@example.com");
      case 1 -> invite("nobody");
      case 2 ->
          step("invitation", settings + "users?step=uninvite", "Delete", "invitation.deleted");
      case 3 -> changeRole();
      case 4, 5 -> form("workspace.changed", settings + "workspace", "Save", name("Name"));
      case 6 -> changeRule();
      case 7 -> form("user.changed", ACCOUNT, "Save", name("Name"));
      case 8 -> step("token", ACCOUNT + "?step=token-end", "End token", "token.ended");
      default -> createToken();
    };
  }

  private Map<String, String> name(String label) {
    return Map.of(label, objects.text());
  }

  private Write invite(String email) {
    return form(
        "user.invited", settings + "users", "Invite", Map.of("Email", email, "Role", "analyst"));
  }

  private Write changeRole() {
    String role = random.nextBoolean() ? "admin" : "analyst";
    String id = objects.any("user", random).orElseThrow();
    return new Write(
        actor,
        "user.changed",
        true,
        requestId ->
            submit(
                requestId,
                settings + "users?step=role&id=" + id,
                "Save role",
                Map.of("Role", role)));
  }

  private Write changeRule() {
    String rule = random.nextBoolean() ? "flag" : "refuse";
    return new Write(
        actor,
        "attribution_settings.changed",
        true,
        requestId ->
            submit(requestId, settings + "workspace", "Save rule", Map.of("Self referral", rule)));
  }

  private Write createToken() {
    return form(
        "token.created",
        ACCOUNT,
        "Create token",
        Map.of("Token name", objects.text(), "Role", "analyst"));
  }

  /** A second step about any object of a type, or about one that doesn't exist. */
  private Write step(String type, String step, String button, String action) {
    String id = objects.any(type, random).orElse("999999999");
    return form(action, step + "&id=" + id, button, Map.of());
  }

  private Write form(String action, String path, String button, Map<String, String> values) {
    return new Write(actor, action, false, requestId -> submit(requestId, path, button, values));
  }

  /** Opens the page and sends its form; a page without the object has none. */
  private Outcome submit(String requestId, String path, String button, Map<String, String> values) {
    page.open(path);
    return page.status() == 200
        ? Outcome.of(page.post(button, values, Map.of("X-Request-Id", requestId)))
        : Outcome.of(page.response());
  }
}
