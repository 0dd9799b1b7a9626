package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;

/** Creates saved usage metrics through the console. */
public final class UsageMetrics {
  private UsageMetrics() {}

  public static Response create(Tenants.App app, String body) {
    return RunningService.shared()
        .tenants()
        .console()
        .post("/console/api/apps/" + app.appId() + "/usage-metrics", body);
  }

  /** Creates a metric and returns its id. */
  public static String create(
      Tenants.App app, String name, String eventName, String calculation, String over) {
    Response created =
        create(
            app,
            """
            {"name":"%s","eventName":"%s","calculation":"%s","overProperty":"%s"}
            """
                .formatted(name, eventName, calculation, over));
    assertEquals(200, created.status(), created::body);
    return created.json().at("/metric/id").asText();
  }
}
