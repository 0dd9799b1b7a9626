package dev.shopwire.app;

import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.console.ConsoleConfig;
import java.util.ArrayList;
import java.util.List;

/** Builds the message that is printed when the service is ready. */
final class StartupMessage {
  private final int httpPort;
  private final AppConfig app;
  private final ConsoleConfig console;

  StartupMessage(AppConfig app, int httpPort, ConsoleConfig console) {
    this.httpPort = httpPort;
    this.app = app;
    this.console = console;
  }

  List<String> lines(Bootstrap.Created created) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Shopwire is ready.");
    if (app.runs(Role.INGEST)) {
      lines.add("  API       http://localhost:" + httpPort + "/v1   (described at /docs)");
    }
    if (app.runs(Role.CONSOLE)) {
      lines.add("  Console   " + consoleAddress(created));
    }
    lines.add("  Health    http://localhost:" + app.managementPort() + "/health/ready");
    if (app.runs(Role.INGEST) && app.redisUri().isEmpty()) {
      lines.add("  Redis     none: rate limits apply per process");
    }
    created
        .key()
        .ifPresentOrElse(
            key -> lines.addAll(secrets(key)),
            () -> lines.add("  API keys were created earlier and are not shown again."));
    lines.add("");
    return lines;
  }

  private String consoleAddress(Bootstrap.Created created) {
    String address = console.addresses().console();
    return created
        .setupToken()
        .map(
            token ->
                address
                    + "/console/setup#token="
                    + token
                    + "   (creates the first user; for 24 hours)")
        .orElse(address + "/");
  }

  private List<String> secrets(ApiKey created) {
    // The operator already knows a configured key, and this message may end up in a log.
    boolean chosen = app.bootstrapApiKey().isPresent();
    String key = chosen ? "$SHOPWIRE_BOOTSTRAP_API_KEY" : created.reveal();
    return List.of(
        "  API key   " + key + "   (of app demo-app" + (chosen ? ")" : ", shown only once)"),
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
