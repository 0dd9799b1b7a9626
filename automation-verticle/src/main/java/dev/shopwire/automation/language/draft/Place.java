package dev.shopwire.automation.language.draft;

import dev.shopwire.common.failure.ValidationError;

/**
 * Where something stands in what was sent: in a text, or in JSON.
 *
 * @param pointer to the text, or to the member of the JSON
 * @param position in the text, in code points; negative in JSON
 * @param length in code points
 */
public record Place(String pointer, int position, int length) {
  private static final int NOT_IN_TEXT = -1;

  public static Place ofMember(String pointer) {
    return new Place(pointer, NOT_IN_TEXT, 0);
  }

  public boolean isInText() {
    return position >= 0;
  }

  /** From the start of this to the end of {@code last}, both in one text. */
  public Place to(Place last) {
    return new Place(pointer, position, last.position + last.length - position);
  }

  ValidationError error(FaultCode code, String message) {
    return isInText()
        ? ValidationError.ofText(pointer, position, length, code.id(), message)
        : new ValidationError(pointer, code.id(), message);
  }
}
