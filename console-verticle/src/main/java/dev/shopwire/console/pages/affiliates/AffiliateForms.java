package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.apps.WorkspaceApps;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forms about affiliates and their codes, and the JSON bodies made of them. */
final class AffiliateForms {
  static final Form ADD_CODE =
      Form.of("add-code", "Add code", "Add code", Field.text("code", "Code").required(), expires());

  private AffiliateForms() {}

  private static Field expires() {
    return Field.text("expiresAt", "Expires")
        .withHint(
            "Such as 2030-12-31 18:00, in the time zone of this page. Empty: it never expires.");
  }

  /**
   * @param slugs those of the workspace's apps
   */
  static Form create(List<String> slugs) {
    return Form.of(
        "new",
        "New affiliate",
        "New affiliate",
        Field.text("name", "Name").required(),
        Field.text("email", "Email"),
        Field.lines("codes", "Codes")
            .required()
            .withHint("One a line. Codes are compared in any letter case."),
        WorkspaceApps.field(slugs));
  }

  /** Same for what can be changed of an affiliate. */
  static Form change(JsonNode affiliate, List<String> slugs) {
    Field apps = WorkspaceApps.field(slugs);
    Map<String, List<String>> values = new LinkedHashMap<>();
    values.put("name", List.of(affiliate.path("name").asText()));
    values.put("email", List.of(affiliate.path("email").asText("")));
    List<String> limited = ApiJson.rows(affiliate, "apps").stream().map(JsonNode::asText).toList();
    if (!limited.isEmpty()) {
      values.put("apps", apps.isTextArea() ? List.of(String.join("\n", limited)) : limited);
    }
    return Form.of(
            "change",
            "Change affiliate",
            "Save",
            Field.text("name", "Name").required(),
            Field.text("email", "Email"),
            apps)
        .withValues(new FormData(values));
  }

  static Confirmation deactivate(PageRequest request, JsonNode affiliate) {
    return new Confirmation(
        "Deactivate %s?".formatted(affiliate.path("name").asText()),
        "Codes of this affiliate are refused from then on (affiliate not active). Credits stay.",
        Form.of("deactivate", "", "Deactivate").farReaching(),
        request.path());
  }

  static Confirmation activate(PageRequest request, JsonNode affiliate) {
    return new Confirmation(
        "Activate %s?".formatted(affiliate.path("name").asText()),
        "Codes of this affiliate are credited again. What was refused meanwhile stays refused.",
        Form.of("activate", "", "Activate"),
        request.path());
  }

  /** The time is now, unless another one is entered. */
  static Confirmation expire(PageRequest request, JsonNode code, String now) {
    String text = code.path("code").asText();
    return new Confirmation(
        "Expire the code %s?".formatted(text),
        "From this time on it is refused (code expired). Credits stay.",
        Form.of("expire", "", "Expire", expires())
            .withFixed(Map.of("code", text))
            .withValues(Map.of("expiresAt", now))
            .farReaching(),
        request.path());
  }

  /** The body of a new or changed affiliate: without a chosen app it takes part in all. */
  static String affiliateBody(byte[] body) {
    ObjectNode affiliate = ApiJson.ofForm(body);
    if (affiliate.path("apps").isEmpty()) {
      affiliate.putNull("apps");
    }
    return affiliate.toString();
  }

  /** The body of a code, whose time is one of the page's zone. */
  static String codeBody(PageRequest request, byte[] body) {
    ObjectNode code = ApiJson.ofForm(body);
    String expiresAt = code.path("expiresAt").asText("");
    if (!expiresAt.isEmpty()) {
      code.put("expiresAt", LocalTimes.instant(expiresAt, request.zone()));
    }
    return code.toString();
  }
}
