package dev.shopwire.webhook.log;

import dev.shopwire.common.outbox.Topic;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains the state of a delivery, or why an endpoint gets none. Thread-safe. */
final class DeliveryReasons {
  private DeliveryReasons() {}

  /**
   * An occurrence that an endpoint could be notified of.
   *
   * @param appId the app that it came through; null if none, or unspecified
   * @param eventName null if it is not a usage event, or unspecified
   * @param at when it happened; null if that is now, or unspecified
   */
  record Subject(
      String topic, @Nullable Long appId, @Nullable String eventName, @Nullable Instant at) {}

  /** Why the endpoint, as it is now, is not notified; empty if it is. */
  static List<DeliveryReason> whyNotSent(SubscribedEndpoint endpoint, Subject subject) {
    List<DeliveryReason> reasons = new ArrayList<>();
    if (!endpoint.topics().contains(subject.topic())) {
      reasons.add(
          new DeliveryReason(
              "topic_not_subscribed", "The endpoint does not subscribe to " + subject.topic()));
    }
    if (endpoint.appIds() != null
        && subject.appId() != null
        && !endpoint.appIds().contains(subject.appId())) {
      reasons.add(
          new DeliveryReason("app_not_chosen", "The endpoint does not subscribe to this app"));
    }
    if (endpoint.eventNames() != null
        && subject.topic().equals(Topic.USAGE_EVENT.apiName())
        && subject.eventName() != null
        && !endpoint.eventNames().contains(subject.eventName())) {
      reasons.add(
          new DeliveryReason(
              "event_name_filtered",
              "The endpoint's filter does not include events named " + subject.eventName()));
    }
    if (subject.at() != null && endpoint.createdAt().isAfter(subject.at())) {
      reasons.add(
          new DeliveryReason(
              "endpoint_made_later",
              "The endpoint was created at " + endpoint.createdAt() + ", after this happened"));
    }
    return reasons;
  }

  /** What prevents sending to the endpoint immediately; empty if nothing does. */
  static Optional<DeliveryReason> state(SubscribedEndpoint endpoint) {
    String since = " since " + endpoint.statusAt();
    String why = endpoint.statusReason() == null ? "" : " (" + endpoint.statusReason() + ")";
    return switch (endpoint.status()) {
      case "disabled" ->
          Optional.of(
              new DeliveryReason(
                  "endpoint_disabled",
                  "The endpoint has been disabled" + since + why + "; due deliveries wait"));
      case "probing" ->
          Optional.of(
              new DeliveryReason(
                  "endpoint_probing",
                  "The endpoint has been probed"
                      + since
                      + why
                      + ", one request at a time; other deliveries wait"));
      default -> Optional.empty();
    };
  }

  /** The state of a delivery. */
  static DeliveryReason of(Delivery delivery) {
    long attempts = delivery.history().count();
    String after = attempts == 1 ? " after 1 request" : " after " + attempts + " requests";
    return switch (delivery.status()) {
      case Delivery.PENDING ->
          new DeliveryReason(
              Delivery.PENDING,
              delivery.nextAt() == null
                  ? "The delivery is due," + after
                  : "The next attempt is at " + delivery.nextAt() + "," + after);
      case "delivered" ->
          new DeliveryReason("delivered", "Delivered at " + delivery.settledAt() + after);
      case "parked" ->
          new DeliveryReason(
              "parked",
              "Parked at "
                  + delivery.settledAt()
                  + after
                  + ", so that later deliveries of the same customer could proceed");
      default ->
          new DeliveryReason(
              "failed_" + delivery.reason(),
              "Failed at " + delivery.settledAt() + after + ": " + failureCause(delivery));
    };
  }

  private static String failureCause(Delivery delivery) {
    return switch (String.valueOf(delivery.reason())) {
      case "exhausted" -> "all retries failed";
      case "expired" -> "it was due for too long";
      case "skipped" -> "it was skipped manually";
      case "gone" -> "the receiver responded with 410";
      case "test" -> "a test is attempted only once";
      default -> String.valueOf(delivery.reason());
    };
  }
}
