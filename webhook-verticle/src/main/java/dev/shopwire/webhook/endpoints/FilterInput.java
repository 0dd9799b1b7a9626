package dev.shopwire.webhook.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.query.NumericId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The filter in a request about an endpoint: what it is limited to.
 *
 * @param eventNames of usage events; null for all
 * @param segments ids, in the order of the request; null for all
 */
record FilterInput(@Nullable List<String> eventNames, @Nullable List<Long> segments) {
  private static final String FILTER = "filter";
  private static final String EVENT_NAMES = "eventNames";
  private static final String SEGMENTS = "segments";
  private static final int MAX_ITEMS = 100;
  private static final int NAME_LENGTH = 100;
  private static final int ID_LENGTH = 19;

  /** Reads the member {@code filter}, which is null for everything. */
  static PatchValue<FilterInput> read(JsonInput input) {
    JsonNode filter = input.value(FILTER);
    if (filter.isMissingNode()) {
      return PatchValue.absent();
    }
    if (filter.isNull()) {
      return PatchValue.of(null);
    }
    JsonInput fields = input.optionalObject(FILTER);
    if (!filter.isObject()) {
      return PatchValue.absent();
    }
    boolean isEmpty =
        fields.value(EVENT_NAMES).isMissingNode() && fields.value(SEGMENTS).isMissingNode();
    if (isEmpty) {
      fields.addError(
          EVENT_NAMES, "invalid_filter", "must be there, unless the filter has segments");
      return PatchValue.absent();
    }
    return PatchValue.of(
        new FilterInput(texts(fields, EVENT_NAMES, "event names", NAME_LENGTH), segments(fields)));
  }

  /** Each segment once, as it is stored. */
  @Nullable List<Long> distinctSegments() {
    return segments == null ? null : segments.stream().distinct().toList();
  }

  private static @Nullable List<String> texts(
      JsonInput fields, String name, String what, int maxLength) {
    JsonNode value = fields.value(name);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isArray() || value.isEmpty() || value.size() > MAX_ITEMS) {
      fields.addError(name, "invalid_filter", "must be an array of 1 to " + MAX_ITEMS + " " + what);
      return null;
    }
    return fields.optionalStrings(name, MAX_ITEMS, maxLength).value();
  }

  private static @Nullable List<Long> segments(JsonInput fields) {
    List<String> texts = texts(fields, SEGMENTS, "ids of segments", ID_LENGTH);
    if (texts == null) {
      return null;
    }
    List<Long> ids = new ArrayList<>();
    for (JsonNode text : fields.value(SEGMENTS)) {
      Optional<Long> id = NumericId.parse(text.asText());
      if (id.isEmpty() && text.isTextual()) {
        fields.addItemError(SEGMENTS, ids.size(), "unknown_segment", "must be the id of a segment");
      }
      ids.add(id.orElse(0L));
    }
    return ids;
  }
}
