package dev.shopwire.console.pages.forms;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.parts.Part;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A form that posts to its own page, with its values and faults.
 *
 * @param id unique on the page; identifies the form that was submitted
 * @param heading above the fields; empty for none
 * @param fixed hidden fields with their values
 * @param button the label of its button: what it does
 * @param kind how it looks
 */
public record Form(
    String id,
    String heading,
    List<Field> fields,
    Map<String, String> fixed,
    FormData values,
    Faults faults,
    String button,
    Kind kind)
    implements Part {
  /** What JSON takes for a number, but neither huge nor with an exponent. */
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,17})(\\.\\d{1,18})?");

  /** The hidden field with the id of the submitted form. */
  public static final String ID_FIELD = "form";

  /** Whether the button does something that can't be undone. */
  public enum Kind {
    PLAIN,
    FAR_REACHING
  }

  public static Form of(String id, String heading, String button, Field... fields) {
    return new Form(
        id, heading, List.of(fields), Map.of(), FormData.EMPTY, Faults.NONE, button, Kind.PLAIN);
  }

  /** With a button that does something that can't be undone. */
  public Form farReaching() {
    return new Form(id, heading, fields, fixed, values, faults, button, Kind.FAR_REACHING);
  }

  public Form withFixed(Map<String, String> hidden) {
    return new Form(id, heading, fields, hidden, values, faults, button, kind);
  }

  /** With what is shown before anything was submitted. */
  public Form withValues(Map<String, String> initial) {
    return withValues(FormData.of(initial));
  }

  /** Same for fields with several values. */
  public Form withValues(FormData initial) {
    return new Form(id, heading, fields, fixed, initial, faults, button, kind);
  }

  /** With what was submitted and why it was not accepted, if it was this form. */
  public Form after(Submission submission) {
    return submission.formId().equals(id)
        ? new Form(
            id, heading, fields, fixed, submission.values(), submission.faults(), button, kind)
        : this;
  }

  /**
   * Why the form is invalid whatever the API says.
   *
   * @throws Failure 422 if the repeated password differs
   */
  public void check(FormData data) {
    for (int i = 1; i < fields.size(); i++) {
      Field field = fields.get(i);
      boolean differs = !data.get(field.name()).equals(data.get(fields.get(i - 1).name()));
      if (field.is(Field.Kind.REPEATED_PASSWORD) && differs) {
        throw Failure.invalid(
            "/" + field.name(), "different", field.name() + " must equal the first one");
      }
    }
  }

  /** The JSON body that the API takes, from the fields that {@code data} has. */
  public static byte[] body(List<Field> fields, FormData data) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    for (Field field : fields) {
      String[] path = field.name().split("\\.", -1);
      ObjectNode parent = body;
      for (int i = 0; i < path.length - 1; i++) {
        parent = parent.withObjectProperty(path[i]);
      }
      put(parent, path[path.length - 1], field, data);
    }
    return bytes(body);
  }

  private static void put(ObjectNode parent, String name, Field field, FormData data) {
    if (field.is(Field.Kind.REPEATED_PASSWORD)) {
      return;
    }
    switch (field.kind()) {
      case CHECKBOX -> parent.put(name, data.get(field.name()).equals("true"));
      case CHECKBOXES -> data.all(field.name()).forEach(parent.putArray(name)::add);
      case TEXTS ->
          data.all(field.name()).stream()
              .filter(text -> !text.isBlank())
              .forEach(parent.putArray(name)::add);
      default -> {
        if (data.contains(field.name())) {
          put(parent, name, field, data.get(field.name()));
        }
      }
    }
  }

  private static void put(ObjectNode parent, String name, Field field, String value) {
    if (field.is(Field.Kind.LINES)) {
      ArrayNode items = parent.putArray(name);
      value.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(items::add);
    } else if (value.isBlank() && !field.isRequired()) {
      parent.putNull(name);
    } else if (field.is(Field.Kind.NUMBER) && NUMBER.matcher(value.strip()).matches()) {
      parent.put(name, new BigDecimal(value.strip()));
    } else {
      // The API rejects a text where a number must be.
      parent.put(name, value);
    }
  }

  private static byte[] bytes(ObjectNode body) {
    try {
      return Json.MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The fields that are shown. */
  public List<Field> shownFields() {
    return fields.stream().filter(field -> !field.is(Field.Kind.HIDDEN)).toList();
  }

  /** The same, those of one row together. */
  public List<List<Field>> rows() {
    return Field.rows(shownFields());
  }

  public List<Field> hiddenFields() {
    return fields.stream().filter(field -> field.is(Field.Kind.HIDDEN)).toList();
  }

  /** The values that a field with several of them shows. */
  public List<String> values(Field field) {
    return field.isKept() ? values.all(field.name()) : List.of();
  }

  /** The value that a field shows. */
  public String value(Field field) {
    return field.isKept() ? values.get(field.name()) : "";
  }

  public Optional<String> fault(Field field) {
    return faults.of(field).map(field::describe);
  }

  @Override
  public String template() {
    return "form";
  }
}
