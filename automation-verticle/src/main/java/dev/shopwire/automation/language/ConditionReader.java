package dev.shopwire.automation.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.language.draft.DraftNode;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.text.SyntaxError;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.StorableText;

/** Reads conditions that callers send (docs/api/segments.md). Thread-safe. */
public final class ConditionReader {
  private static final String TEXT = "/text";
  private static final String CONDITION = "/condition";

  private ConditionReader() {}

  /**
   * Reads the member {@code text} of a body.
   *
   * @throws Failure 422 if it is too long, too deep or not a condition by its syntax
   */
  public static Draft ofText(String text) {
    return ofText(text, TEXT);
  }

  /**
   * @param pointer to the text, for errors
   * @throws Failure as {@link #ofText(String)}
   */
  public static Draft ofText(String text, String pointer) {
    int length = StorableText.length(text);
    if (length > Limits.TEXT_LENGTH) {
      throw tooLong(new Place(pointer, Limits.TEXT_LENGTH, length - Limits.TEXT_LENGTH), length);
    }
    Faults faults = new Faults();
    try {
      DraftNode root = new ConditionParser(text, pointer, faults).parse();
      return new Draft(root, faults, new Place(pointer, 0, length));
    } catch (SyntaxError e) {
      throw faults.failure();
    }
  }

  /** Reads the member {@code condition} of a body. What is wrong is found by the draft. */
  public static Draft ofJson(JsonNode json) {
    return ofJson(json, CONDITION);
  }

  /**
   * @param json of any depth and size
   * @param pointer to it, for errors
   */
  public static Draft ofJson(JsonNode json, String pointer) {
    Faults faults = new Faults();
    DraftNode root = new ConditionTreeReader(faults).read(json, pointer);
    return new Draft(root, faults, Place.ofMember(pointer));
  }

  static Failure tooLong(Place place, int length) {
    Faults faults = new Faults();
    faults.add(
        place,
        FaultCode.TOO_LONG,
        "expected a text of at most " + Limits.TEXT_LENGTH + " characters, got " + length);
    return faults.failure();
  }
}
