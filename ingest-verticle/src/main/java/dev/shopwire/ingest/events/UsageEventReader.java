package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.json.JsonTexts;
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
 * (docs/api/events.md). One bad event never costs the others; a body that is no JSON, no object, or
 * has too many events or none is refused whole. Thread-safe.
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
   * @param arrival the moment of events without a timestamp
   * @throws Failure 400 or 422 if no single event can be judged
   */
  UsageEventRequest read(byte[] body, Instant arrival) {
    try (JsonParser parser = Json.FACTORY.createParser(body)) {
      return new Reading(parser).read(arrival);
    } catch (JsonProcessingException | CharConversionException e) {
      // The quicker parser of bytes also gives up on a member name with half of a surrogate pair,
      // which shall cost its event and not the batch.
      return JsonBody.read(JsonBody.text(body), parser -> new Reading(parser).read(arrival));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Reading {
    private final JsonParser parser;
    private final List<Fault> warnings = new ArrayList<>(0);
    private final EventDraft single = new EventDraft(0, "", limits);
    private final List<String> singleMembers = new ArrayList<>();
    private @Nullable List<EventDraft> batch;
    private int batchSize;
    private @Nullable Failure eventsFault;

    Reading(JsonParser parser) {
      this.parser = parser;
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
        outerMember(name);
      }
      if (parser.nextToken() != null) {
        throw Failure.of(Code.MALFORMED, "malformed_json", "The body goes on after its end");
      }
      return finish(arrival);
    }

    private void outerMember(String name) throws IOException {
      String ours = VendorNames.member(name);
      if (ours.equals("events")) {
        events();
      } else if (single.member(ours, name, parser)) {
        if (!EventDraft.isShop(ours)) {
          singleMembers.add(name);
        }
      } else {
        unknown(Pointers.member("", name)).ifPresent(single::unknownFault);
      }
    }

    private void events() throws IOException {
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
          drafts.add(event(batchSize - 1));
        }
      }
      batch = drafts;
    }

    private EventDraft event(int index) throws IOException {
      String pointer = "/events/" + index;
      EventDraft draft = new EventDraft(index, pointer, limits);
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        String type = JsonTypes.name(parser.currentToken());
        parser.skipChildren();
        draft.isNoObject(type);
        return draft;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (!draft.member(VendorNames.member(name), name, parser)) {
          unknown(Pointers.member(pointer, name)).ifPresent(draft::unknownFault);
        }
      }
      return draft;
    }

    private Optional<Fault> unknown(String pointer) throws IOException {
      warn(pointer, "is not a member that Shopwire knows, it was ignored");
      return JsonTexts.skip(parser);
    }

    private void warn(String pointer, String message) {
      if (warnings.size() < MAX_WARNINGS) {
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        warnings.add(new Fault(pointer, "unknown_member", name + " " + message));
      }
    }

    private UsageEventRequest finish(Instant arrival) {
      if (eventsFault != null) {
        throw eventsFault;
      }
      List<EventDraft> drafts = batch;
      if (drafts == null) {
        return judge(List.of(single), ShopNames.Named.NOTHING, arrival);
      }
      if (!single.faultsOfBatch().isEmpty()) {
        throw Failure.invalid(single.faultsOfBatch());
      }
      if (batchSize > limits.batchEvents()) {
        throw Failure.invalid(
            "/events",
            "too_many_events",
            "A batch holds " + limits.batchEvents() + " events at most, got " + batchSize);
      }
      if (drafts.isEmpty()) {
        throw Failure.invalid("/events", "no_events", "events is empty, expected at least one");
      }
      singleMembers.forEach(
          name -> warn("/" + name, "beside events was ignored, each event has its own"));
      return judge(drafts, single.shop(domains), arrival);
    }

    private UsageEventRequest judge(
        List<EventDraft> drafts, ShopNames.Named outer, Instant arrival) {
      List<UsageEvent> valid = new ArrayList<>(drafts.size());
      List<Rejection> rejected = new ArrayList<>(0);
      List<Fault> faults = new ArrayList<>(0);
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
          rejected.add(Rejection.of(i, draft.eventId(), draft.faults()));
          faults.addAll(draft.faults());
        }
      }
      return new UsageEventRequest(valid, identified, rejected, faults, warnings);
    }
  }
}
