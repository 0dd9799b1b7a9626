package dev.shopwire.enrichment.contacts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.Text;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tags of a person of a push. One that can't be taken is left out with a warning, so that it
 * does not cost the roster.
 */
final class PushedTags {
  static final int MAX = 100;
  static final int LENGTH = 255;
  private static final String MEMBER = "tags";

  private PushedTags() {}

  /** Without doubles; what no text can hold stays a fault. */
  static PatchValue<List<String>> read(JsonInput person) {
    JsonNode value = person.value(MEMBER);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (isEmpty(value)) {
      return PatchValue.of(null);
    }
    if (!value.isArray()) {
      person.warn(
          MEMBER,
          "invalid_tags",
          "are not stored: they must be an array of strings, got " + JsonTypes.name(value));
      return PatchValue.absent();
    }
    Set<String> tags = new LinkedHashSet<>();
    for (int i = 0; i < value.size(); i++) {
      JsonNode tag = value.get(i);
      if (isEmpty(tag) || !isTag(person, i, tag)) {
        continue;
      }
      if (tags.size() == MAX && !tags.contains(tag.textValue())) {
        person.warn(MEMBER, "too_many_tags", "hold " + MAX + " at most: the others are not stored");
        break;
      }
      tags.add(tag.textValue());
    }
    return PatchValue.of(List.copyOf(tags));
  }

  /** What is wrong with it otherwise is noted. */
  private static boolean isTag(JsonInput person, int index, JsonNode tag) {
    if (!tag.isTextual()) {
      String message = "A tag is not stored: it must be a string, got " + JsonTypes.name(tag);
      person.warnWithin(MEMBER, index, "invalid_tag", message);
      return false;
    }
    Optional<String> flaw = Text.flaw(tag.textValue());
    if (flaw.isPresent()) {
      person.faultWithin(MEMBER, index, "invalid_text", "A tag " + flaw.get());
      return false;
    }
    if (Text.length(tag.textValue()) > LENGTH) {
      String message = "A tag is not stored: it must have up to " + LENGTH + " characters";
      person.warnWithin(MEMBER, index, "invalid_tag", message);
      return false;
    }
    return true;
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull() || (value.isTextual() && value.textValue().isEmpty());
  }
}
