package dev.shopwire.console.pages.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.parts.Confirmation;
import java.util.Map;

/** The forms of the page of custom fields. */
final class FieldForms {
  private static final Field TYPE =
      Field.select("type", "Type", "text", "number", "boolean", "json").required();

  static final Form NEW =
      Form.of(
          "new",
          "New field",
          "Create field",
          Field.text("name", "Name").required(),
          TYPE,
          Field.select("scope", "Scope", "customers", "all-apps")
              .required()
              .withHint("One value for each customer, or one for each app and customer."),
          Field.checkbox("private", "Private").withHint("Hidden from all apps and from analysts."));

  private FieldForms() {}

  /** The type to change to; what that does to the values is shown next. */
  static Confirmation retype(PageRequest request, JsonNode field) {
    return new Confirmation(
        "Change the type of %s?".formatted(WorkspaceFields.title(field)),
        "It is %s now. The next page says which values can't be converted, before anything is"
                .formatted(field.path("type").asText())
            + " changed.",
        Form.of("retype", "", "Check values", TYPE)
            .withFixed(id(field))
            .withValues(Map.of("type", field.path("type").asText())),
        request.path());
  }

  /** The change itself, after the check. */
  static Confirmation retypeChecked(
      PageRequest request, JsonNode field, String type, String consequence) {
    return new Confirmation(
        "Change the type of %s from %s to %s?"
            .formatted(WorkspaceFields.title(field), field.path("type").asText(), type),
        consequence,
        Form.of(
                "retype-run",
                "",
                "Change type",
                Field.hidden("type"),
                Field.checkbox("unsetFailures", "Remove the values that can't be converted"))
            .withFixed(id(field))
            .withValues(Map.of("type", type))
            .farReaching(),
        request.path());
  }

  static Confirmation makePrivate(PageRequest request, JsonNode field) {
    boolean isOfApp = field.path("app").isObject();
    return confirmation(
        request,
        field,
        "Make %s private?",
        isOfApp
            ? "Analysts and all other apps no longer see it. Its own app still does."
            : "Analysts and all apps no longer see it; apps may still write it.",
        Form.of("private", "", "Make private"));
  }

  static Confirmation makeVisible(PageRequest request, JsonNode field) {
    return confirmation(
        request,
        field,
        "Make %s visible?",
        "Analysts see it, and the apps that share it.",
        Form.of("visible", "", "Make visible"));
  }

  static Confirmation delete(PageRequest request, JsonNode field) {
    String customers =
        field.path("customers").isNumber() ? field.path("customers").asText() : "many";
    return confirmation(
        request,
        field,
        "Delete the field %s?",
        "Its values are deleted with it and can't be restored (customers with a value: %s). The next"
                .formatted(customers)
            + " push of its name creates a new field, of any type.",
        Form.of("delete", "", "Delete"));
  }

  private static Confirmation confirmation(
      PageRequest request, JsonNode field, String question, String consequence, Form form) {
    return new Confirmation(
        question.formatted(WorkspaceFields.title(field)),
        consequence,
        form.withFixed(id(field)).farReaching(),
        request.path());
  }

  private static Map<String, String> id(JsonNode field) {
    return Map.of("id", field.path("id").asText());
  }

  /** The filter of the list of customers that have a value of the field. */
  static String hasValue(JsonNode field) {
    String app = field.at("/app/slug").asText("");
    ArrayNode filter = Json.MAPPER.createArrayNode();
    filter
        .addObject()
        .put("field", "cf:" + (app.isEmpty() ? "" : app + "/") + field.path("name").asText())
        .put("operator", "is_not_blank");
    return filter.toString();
  }
}
