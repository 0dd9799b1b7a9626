package dev.shopwire.console.pages.apps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.parts.Confirmation;
import java.util.Map;

/** The forms of an app's page. */
final class AppForms {
  static final Form NEW_KEY =
      Form.of(
          "new-key",
          "New key",
          "Create key",
          Field.text("name", "Key name").required(),
          Field.number("limits.requestsPerSecond", "Requests per second")
              .withHint("Empty: the limit that operators configured."),
          Field.number("limits.eventsPerSecond", "Events per second")
              .withHint("Empty: the limit that operators configured."));

  static final Form EXCLUDE =
      Form.of(
          "exclude",
          "Exclude shops",
          "Exclude",
          Field.lines("shops", "Shops")
              .required()
              .withHint("Domains, one a line, such as our-own-test-shop.platform.example"));

  private AppForms() {}

  static Confirmation revoke(PageRequest request, JsonNode key) {
    return new Confirmation(
        "Revoke the API key %s (%s…)?"
            .formatted(key.path("name").asText(), key.path("prefix").asText()),
        "Within a second every request with it is refused with 401. It can't be restored; what was"
            + " written with it stays.",
        Form.of("revoke", "", "Revoke")
            .withFixed(Map.of("id", key.path("id").asText()))
            .farReaching(),
        request.path());
  }

  static Confirmation remove(PageRequest request, String shop) {
    return new Confirmation(
        "Remove %s from the excluded shops?".formatted(shop),
        "Codes that arrive for it from then on can be credited. Earlier refusals stay as they are.",
        Form.of("remove", "", "Remove").withFixed(Map.of("shop", shop)).farReaching(),
        request.path());
  }
}
