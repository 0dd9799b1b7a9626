package dev.shopwire.enrichment.contacts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the tags of a person in a push. An invalid tag is ignored with a warning, so that it
 * doesn't fail the roster.
 */
final class PushedTags {
  static final int MAX = 100;
  static final int MAX_LENGTH = 255;

  private PushedTags() {}

  /** Without duplicates. Text that can't be stored is a validation error. */
  static PatchValue<List<String>> read(JsonInput person, String field) {
    JsonNode value = person.value(field);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (isEmpty(value)) {
      return PatchValue.of(null);
    }
    if (!value.isArray()) {
      person.addWarning(
          field,
          "invalid_tags",
          "are not stored: they must be an array of strings, got " + JsonTypes.name(value));
      return PatchValue.absent();
    }
    Set<String> tags = new LinkedHashSet<>();
    for (int i = 0; i < value.size(); i++) {
      JsonNode tag = value.get(i);
      if (isEmpty(tag) || !isTag(person, field, i, tag)) {
        continue;
      }
      if (tags.size() == MAX && !tags.contains(tag.textValue())) {
        person.addWarning(
            field,
            "too_many_tags",
            "must have at most " + MAX + " entries; the others are not stored");
        break;
      }
      tags.add(tag.textValue());
    }
    return PatchValue.of(List.copyOf(tags));
  }

  /** Whether the tag is valid; otherwise records a warning or a validation error. */
  private static boolean isTag(JsonInput person, String field, int index, JsonNode tag) {
    if (!tag.isTextual()) {
      String message = "A tag is not stored: it must be a string, got " + JsonTypes.name(tag);
      person.addItemWarning(field, index, "invalid_tag", message);
      return false;
    }
    Optional<String> problem = StorableText.findProblem(tag.textValue());
    if (problem.isPresent()) {
      person.addItemError(field, index, "invalid_text", "A tag " + problem.get());
      return false;
    }
    if (StorableText.length(tag.textValue()) > MAX_LENGTH) {
      String message = "A tag is not stored: it must have at most " + MAX_LENGTH + " characters";
      person.addItemWarning(field, index, "invalid_tag", message);
      return false;
    }
    return true;
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull() || (value.isTextual() && value.textValue().isEmpty());
  }
}
