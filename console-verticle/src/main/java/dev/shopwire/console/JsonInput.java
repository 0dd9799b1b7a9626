package dev.shopwire.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Text;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A console call's body, read member by member; {@link #check()} tells all faults at once. */
public final class JsonInput {
  private final JsonNode body;
  private final String pointer;
  private final List<Fault> faults;

  private JsonInput(JsonNode body, String pointer, List<Fault> faults) {
    this.body = body;
    this.pointer = pointer;
    this.faults = faults;
  }

  /**
   * @throws Failure 400 for what is no JSON, 422 for what is no object
   */
  public static JsonInput of(byte[] body) {
    JsonNode node;
    try {
      node = Json.MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      throw Failure.of(Code.MALFORMED, "malformed_json", "The body is not valid JSON");
    } catch (CharConversionException e) {
      throw Failure.of(Code.MALFORMED, "malformed_json", "The body is not valid JSON");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (node.isMissingNode()) {
      throw Failure.of(Code.MALFORMED, "malformed_json", "The body is not valid JSON");
    }
    if (!node.isObject()) {
      throw Failure.invalid("", "invalid_type", "The body must be an object");
    }
    return new JsonInput(node, "", new ArrayList<>());
  }

  /** A required text of 1 to {@code max} characters; empty text if it is at fault. */
  public String text(String name, int max) {
    JsonNode value = body.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return fault(name, "required", name + " is required", "");
    }
    if (!value.isTextual()) {
      return fault(name, "invalid_type", name + " must be a string", "");
    }
    String text = value.textValue().strip();
    if (text.isEmpty() || Text.length(text) > max) {
      return fault(name, "invalid_length", name + " must have 1 to " + max + " characters", "");
    }
    Optional<String> flaw = Text.flaw(text);
    return flaw.isPresent() ? fault(name, "invalid_text", name + " " + flaw.get(), "") : text;
  }

  /** A required text that matches {@code pattern}, which {@code form} describes. */
  public String text(String name, int max, String pattern, String form) {
    String text = text(name, max);
    return text.isEmpty() || text.matches(pattern)
        ? text
        : fault(name, "invalid_form", name + " must be " + form, "");
  }

  /** An optional whole number from 1 to {@code max}. */
  public Optional<Integer> positive(String name, int max) {
    JsonNode value = body.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < 1
        || value.intValue() > max) {
      return fault(
          name,
          "invalid_number",
          name + " must be a whole number from 1 to " + max,
          Optional.empty());
    }
    return Optional.of(value.intValue());
  }

  /** An optional object; an empty one if absent. */
  public JsonInput object(String name) {
    JsonNode value = body.path(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
      fault(name, "invalid_type", name + " must be an object", "");
    }
    return new JsonInput(value, pointer + "/" + name, faults);
  }

  private <T> T fault(String name, String code, String message, T instead) {
    faults.add(new Fault(pointer + "/" + name, code, message));
    return instead;
  }

  /**
   * @throws Failure 422 with every fault found so far
   */
  public void check() {
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
  }
}
