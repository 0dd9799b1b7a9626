package dev.shopwire.ingest.events;

import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/** Holds the events of one request until their commit. Not thread-safe; use from one event loop. */
final class Submission {
  final List<GroupedEvent> events;
  final long expiresAtNanos;

  /** The length of all properties together. */
  final long characters;

  private final Promise<Outcome> promise = SharedWork.promise();

  Submission(ApiKeyGrant grant, List<UsageEvent> events, long expiresAtNanos) {
    this.events = events.stream().map(event -> new GroupedEvent(grant, event)).toList();
    this.expiresAtNanos = expiresAtNanos;
    long sum = 0;
    for (UsageEvent event : events) {
      String properties = event.properties();
      sum += properties == null ? 0 : properties.length();
    }
    this.characters = sum;
  }

  /** The numbers of new and of already stored events, and the events that were not stored. */
  record Outcome(int accepted, int duplicates, List<Rejection> rejected) {}

  Future<Outcome> outcome() {
    return promise.future();
  }

  void settle() {
    int accepted = 0;
    int duplicates = 0;
    List<Rejection> rejected = new ArrayList<>(0);
    for (GroupedEvent grouped : events) {
      switch (grouped.status) {
        case ACCEPTED -> accepted++;
        case DUPLICATE -> duplicates++;
        case UNKNOWN_CUSTOMER ->
            rejected.add(reject(grouped, "unknown_customer", "No customer has this id"));
        case CONFLICTING_SHOPS ->
            rejected.add(
                reject(
                    grouped,
                    "conflicting_fields",
                    "The customer id and the domain belong to different shops; send only one"));
        case NOT_STORABLE ->
            rejected.add(reject(grouped, "not_storable", "The database rejected this event"));
        case UNDECIDED ->
            throw new IllegalStateException("an event of a written group is undecided");
      }
    }
    promise.tryComplete(new Outcome(accepted, duplicates, rejected));
  }

  private static Rejection reject(GroupedEvent grouped, String code, String message) {
    UsageEvent event = grouped.event;
    return new Rejection(event.index(), event.hasOwnId() ? event.eventId() : null, code, message);
  }

  void fail(Throwable error) {
    promise.tryFail(error);
  }
}
