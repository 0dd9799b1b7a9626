package dev.shopwire.webhook.log;

import dev.shopwire.common.outbox.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says in words what became of something at an endpoint, or why nothing did. Thread-safe. */
final class DeliveryReasons {
  private DeliveryReasons() {}

  /**
   * Something that an endpoint could be told.
   *
   * @param appId through which; null if through none, or nobody says
   * @param eventName null if it is about no event, or nobody says
   * @param at when it happened; null if that is now, or nobody says
   */
  record Matter(
      String topic, @Nullable Integer appId, @Nullable String eventName, @Nullable Instant at) {}

  /** Why the endpoint, as it is now, isn't to be told; empty if it is. */
  static List<DeliveryReason> against(SubscribedEndpoint endpoint, Matter matter) {
    List<DeliveryReason> reasons = new ArrayList<>();
    if (!endpoint.topics().contains(matter.topic())) {
      reasons.add(
          new DeliveryReason(
              "topic_not_subscribed", "The endpoint does not subscribe to " + matter.topic()));
    }
    if (endpoint.appIds() != null
        && matter.appId() != null
        && !endpoint.appIds().contains(matter.appId())) {
      reasons.add(new DeliveryReason("app_not_chosen", "The endpoint has not chosen the app"));
    }
    if (endpoint.eventNames() != null
        && matter.topic().equals(Topic.USAGE_EVENT.word())
        && matter.eventName() != null
        && !endpoint.eventNames().contains(matter.eventName())) {
      reasons.add(
          new DeliveryReason(
              "event_name_filtered",
              "The endpoint's filter does not name events called " + matter.eventName()));
    }
    if (matter.at() != null && endpoint.createdAt().isAfter(matter.at())) {
      reasons.add(
          new DeliveryReason(
              "endpoint_made_later",
              "The endpoint was made at " + endpoint.createdAt() + ", after it happened"));
    }
    return reasons;
  }

  /** What keeps the endpoint from being sent anything at once; empty if nothing does. */
  static Optional<DeliveryReason> state(SubscribedEndpoint endpoint) {
    String since = " since " + endpoint.statusAt();
    String why = endpoint.statusReason() == null ? "" : " (" + endpoint.statusReason() + ")";
    return switch (endpoint.status()) {
      case "disabled" ->
          Optional.of(
              new DeliveryReason(
                  "endpoint_disabled",
                  "The endpoint is disabled" + since + why + ": what is due waits"));
      case "probing" ->
          Optional.of(
              new DeliveryReason(
                  "endpoint_probing",
                  "The endpoint is probed"
                      + since
                      + why
                      + ", one request at a time: the rest"
                      + " waits"));
      default -> Optional.empty();
    };
  }

  /** How far a delivery has come. */
  static DeliveryReason of(Delivery delivery) {
    long attempts = delivery.tried().count();
    String tried = attempts == 1 ? " after 1 request" : " after " + attempts + " requests";
    return switch (delivery.status()) {
      case Delivery.PENDING ->
          new DeliveryReason(
              Delivery.PENDING,
              delivery.nextAt() == null
                  ? "It is due" + tried
                  : "It is tried again at " + delivery.nextAt() + tried);
      case "delivered" ->
          new DeliveryReason("delivered", "It was delivered at " + delivery.settledAt() + tried);
      case "parked" ->
          new DeliveryReason(
              "parked",
              "It was set aside at "
                  + delivery.settledAt()
                  + tried
                  + ", so that what follows of its customer could go on");
      default ->
          new DeliveryReason(
              "failed_" + delivery.reason(),
              "It was given up at " + delivery.settledAt() + tried + ": " + gaveUp(delivery));
    };
  }

  private static String gaveUp(Delivery delivery) {
    return switch (String.valueOf(delivery.reason())) {
      case "exhausted" -> "every retry failed";
      case "expired" -> "it was due for too long";
      case "skipped" -> "it was skipped by hand";
      case "gone" -> "the receiver answered 410";
      case "test" -> "a test is tried once";
      default -> String.valueOf(delivery.reason());
    };
  }
}
