package dev.shopwire.app;

import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.console.ConsoleConfig;
import java.util.ArrayList;
import java.util.List;

/** What the start tells the person who started it. */
final class StartupMessage {
  private final int httpPort;
  private final AppConfig app;
  private final ConsoleConfig console;

  StartupMessage(AppConfig app, int httpPort, ConsoleConfig console) {
    this.httpPort = httpPort;
    this.app = app;
    this.console = console;
  }

  List<String> lines(Bootstrap.Made made) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Shopwire is ready.");
    if (app.runs(Role.INGEST)) {
      lines.add("  API       http://localhost:" + httpPort + "/v1   (described at /docs)");
    }
    if (app.runs(Role.CONSOLE)) {
      lines.add("  Console   " + consoleAddress(made));
    }
    lines.add("  Health    http://localhost:" + app.managementPort() + "/health/ready");
    if (app.runs(Role.INGEST) && app.redisUri().isEmpty()) {
      lines.add("  Redis     none: rate limits hold for each process by itself");
    }
    made.key()
        .ifPresentOrElse(
            key -> lines.addAll(secrets(key)),
            () -> lines.add("  API keys were made before and are not shown again."));
    lines.add("");
    return lines;
  }

  private String consoleAddress(Bootstrap.Made made) {
    String address = "http://localhost:" + console.port() + "/";
    String note =
        made.key().isPresent()
            ? "works once, for 24 hours"
            : "works once, for 24 hours, in place of the one before";
    return made.setupToken()
        .map(token -> address + "#setup=" + token + "   (" + note + ")")
        .orElse(address);
  }

  private List<String> secrets(ApiKey made) {
    // One that the operator chose is known already, and this may end up in a log.
    boolean chosen = app.bootstrapApiKey().isPresent();
    String key = chosen ? "$SHOPWIRE_BOOTSTRAP_API_KEY" : made.reveal();
    return List.of(
        "  API key   " + key + "   (of app demo-app" + (chosen ? ")" : ", shown this once)"),
        "",
        "Try it:",
        "  curl -s http://localhost:"
            + httpPort
            + "/v1/usage_events -H \"X-Api-Key: "
            + key
            + "\" -H 'Content-Type: application/json' -d '{\"eventName\":\"report_exported\","
            + "\"customerId\":\"acme.platform.example\",\"eventId\":\"first-1\"}'");
  }
}
