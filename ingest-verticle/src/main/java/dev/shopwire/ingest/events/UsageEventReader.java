package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.json.JsonStrings;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Pointers;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of {@code POST /usage_events}: one event, or {@code {events: […]}}
 * (docs/api/events.md). One bad event never affects the others; a body that is not JSON, not an
 * object, or has too many events or none is rejected completely. Thread-safe.
 */
final class UsageEventReader {
  private static final int MAX_WARNINGS = 50;

  private final UsageEventLimits limits;
  private final ShopDomain domains;

  UsageEventReader(UsageEventLimits limits, ShopDomain domains) {
    this.limits = limits;
    this.domains = domains;
  }

  /**
   * @param arrival the timestamp of events without one
   * @throws Failure 400 or 422 if the events cannot be read one by one
   */
  UsageEventRequest read(byte[] body, Instant arrival) {
    try (JsonParser parser = Json.FACTORY.createParser(body)) {
      return new BodyParser(parser).read(arrival);
    } catch (JsonProcessingException | CharConversionException e) {
      // The faster byte parser also fails on a field name with an unpaired surrogate, which must
      // affect its event only and not the batch.
      return JsonBody.read(JsonBody.text(body), parser -> new BodyParser(parser).read(arrival));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class BodyParser {
    private final JsonParser parser;
    private final EventFieldReader values;
    private final List<ValidationError> warnings = new ArrayList<>(0);
    private final EventDraft single = new EventDraft(0, "", limits);
    private final List<String> singleFields = new ArrayList<>();
    private @Nullable List<EventDraft> batch;
    private int batchSize;
    private @Nullable Failure eventsFault;

    BodyParser(JsonParser parser) {
      this.parser = parser;
      this.values = new EventFieldReader(parser, limits);
    }

    UsageEventRequest read(Instant arrival) throws IOException {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw Failure.of(Code.MALFORMED, "malformed_json", "The body is empty, expected JSON");
      }
      if (token != JsonToken.START_OBJECT) {
        throw Failure.invalid(
            "", "invalid_type", "The body must be an object, got " + JsonTypes.name(token));
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        readOuterField(name);
      }
      if (parser.nextToken() != null) {
        throw Failure.of(Code.MALFORMED, "malformed_json", "The body has trailing content");
      }
      return finish(arrival);
    }

    private void readOuterField(String name) throws IOException {
      String documented = VendorNames.fieldName(name);
      if (documented.equals("events")) {
        readEvents();
      } else if (single.read(documented, name, values)) {
        if (!ShopNames.isField(documented)) {
          singleFields.add(name);
        }
      } else {
        skipUnknown(Pointers.field("", name)).ifPresent(single::addUnknownFieldError);
      }
    }

    private void readEvents() throws IOException {
      JsonToken token = parser.currentToken();
      batch = null;
      eventsFault = null;
      if (token != JsonToken.START_ARRAY) {
        parser.skipChildren();
        eventsFault =
            Failure.invalid(
                "/events", "invalid_type", "events must be an array, got " + JsonTypes.name(token));
        return;
      }
      List<EventDraft> drafts = new ArrayList<>();
      batchSize = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (++batchSize > limits.batchEvents()) {
          parser.skipChildren();
        } else {
          drafts.add(readEvent(batchSize - 1));
        }
      }
      batch = drafts;
    }

    private EventDraft readEvent(int index) throws IOException {
      String pointer = "/events/" + index;
      EventDraft draft = new EventDraft(index, pointer, limits);
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        String type = JsonTypes.name(parser.currentToken());
        parser.skipChildren();
        draft.addNotAnObject(type);
        return draft;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (!draft.read(VendorNames.fieldName(name), name, values)) {
          skipUnknown(Pointers.field(pointer, name)).ifPresent(draft::addUnknownFieldError);
        }
      }
      return draft;
    }

    private Optional<ValidationError> skipUnknown(String pointer) throws IOException {
      addWarning(pointer, "is not a known field and was ignored");
      return JsonStrings.skip(parser);
    }

    private void addWarning(String pointer, String message) {
      if (warnings.size() < MAX_WARNINGS) {
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        warnings.add(new ValidationError(pointer, "unknown_member", name + " " + message));
      }
    }

    private UsageEventRequest finish(Instant arrival) {
      if (eventsFault != null) {
        throw eventsFault;
      }
      List<EventDraft> drafts = batch;
      if (drafts == null) {
        return build(List.of(single), ShopNames.Named.NOTHING, arrival);
      }
      if (!single.batchErrors().isEmpty()) {
        throw Failure.invalid(single.batchErrors());
      }
      if (batchSize > limits.batchEvents()) {
        throw Failure.invalid(
            "/events",
            "too_many_events",
            "A batch may contain at most " + limits.batchEvents() + " events, got " + batchSize);
      }
      if (drafts.isEmpty()) {
        throw Failure.invalid("/events", "no_events", "events is empty, expected at least one");
      }
      singleFields.forEach(
          name -> addWarning("/" + name, "is ignored in a batch; set it in each event"));
      return build(drafts, single.shop(domains), arrival);
    }

    private UsageEventRequest build(
        List<EventDraft> drafts, ShopNames.Named outer, Instant arrival) {
      List<UsageEvent> valid = new ArrayList<>(drafts.size());
      List<Rejection> rejected = new ArrayList<>(0);
      List<ValidationError> errors = new ArrayList<>(0);
      boolean identified = true;
      for (int i = 0; i < drafts.size(); i++) {
        EventDraft draft = drafts.get(i);
        Optional<UsageEvent> event = draft.finish(outer, domains, arrival);
        draft.warnings().stream()
            .limit(MAX_WARNINGS - (long) warnings.size())
            .forEach(warnings::add);
        if (event.isPresent()) {
          valid.add(event.get());
          identified &= draft.eventId().isPresent();
        } else {
          rejected.add(Rejection.of(i, draft.eventId(), draft.errors()));
          errors.addAll(draft.errors());
        }
      }
      return new UsageEventRequest(valid, identified, rejected, errors, warnings);
    }
  }
}
