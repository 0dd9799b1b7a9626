package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.time.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of the fields of a body's events from its parser. An invalid value reads as null
 * and adds an error to its event's {@link EventErrors}, which know the field.
 */
final class EventFieldReader {
  private final JsonParser parser;
  private final UsageEventLimits limits;

  EventFieldReader(JsonParser parser, UsageEventLimits limits) {
    this.parser = parser;
    this.limits = limits;
  }

  /** A string that must not be empty; null counts as absent. */
  @Nullable String nonEmptyText(int max, EventErrors errors) throws IOException {
    String text = text(max, errors);
    if (text != null && text.isEmpty()) {
      errors.addToCurrent("empty", "is empty");
      return null;
    }
    return text;
  }

  /** A string; empty counts as absent, since page scripts send it for unknown values. */
  @Nullable String textOrAbsent(int max, EventErrors errors) throws IOException {
    String text = text(max, errors);
    return text == null || text.isEmpty() ? null : text;
  }

  /** An empty id counts as absent, with a warning: resends of the event cannot be recognized. */
  @Nullable String eventId(EventErrors errors) throws IOException {
    String text = textOrInteger(limits.eventIdLength(), errors);
    if (text != null && text.isEmpty()) {
      errors.warnAboutCurrent("empty", "is empty and counts as absent");
      return null;
    }
    return text;
  }

  @Nullable String text(int max, EventErrors errors) throws IOException {
    return text(max, false, errors);
  }

  @Nullable String textOrInteger(int max, EventErrors errors) throws IOException {
    return text(max, true, errors);
  }

  private @Nullable String text(int max, boolean allowInteger, EventErrors errors)
      throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.VALUE_STRING && !(allowInteger && token == JsonToken.VALUE_NUMBER_INT)) {
      addTypeError(allowInteger ? "a string or an integer" : "a string", errors);
      return null;
    }
    String text = parser.getText();
    if (text.length() > max && StorableText.length(text) > max) {
      errors.addToCurrent("too_long", "is longer than " + max + " characters");
      return null;
    }
    Optional<String> problem = StorableText.findProblem(text);
    problem.ifPresent(what -> errors.addToCurrent("invalid_text", what));
    return problem.isPresent() ? null : text;
  }

  @Nullable Instant timestamp(EventErrors errors) throws IOException {
    Optional<Instant> parsed;
    switch (parser.currentToken()) {
      case VALUE_NULL -> {
        return null;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parsed = Timestamps.ofEpoch(parser.getText());
      case VALUE_STRING -> parsed = Timestamps.ofIso(parser.getText());
      default -> {
        addTypeError("an ISO 8601 string or a number", errors);
        return null;
      }
    }
    if (parsed.isEmpty()) {
      errors.addToCurrent(
          "invalid_timestamp",
          "must be ISO 8601 (such as 2026-11-21T09:30:00Z) or a number of seconds or milliseconds"
              + " since 1970");
    }
    return parsed.orElse(null);
  }

  Properties.Copied properties(EventErrors errors) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return Properties.Copied.NOTHING;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      addTypeError("an object", errors);
      return Properties.Copied.NOTHING;
    }
    return Properties.copy(parser, limits);
  }

  private void addTypeError(String expected, EventErrors errors) throws IOException {
    JsonToken token = parser.currentToken();
    parser.skipChildren();
    errors.addToCurrent("invalid_type", "must be " + expected + ", got " + JsonTypes.name(token));
  }
}
