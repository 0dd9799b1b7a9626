package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Outbox.Change;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.sources.lifecycle.LifecycleTopic;
import dev.shopwire.sources.lifecycle.Transition;
import dev.shopwire.sources.lifecycle.store.AnnouncementTable.Named;
import dev.shopwire.sources.lifecycle.store.ShopFold.Computed;
import dev.shopwire.sources.lifecycle.store.TransitionTable.Announced;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the webhook messages of transitions, and what starts flows, in the transaction that stores
 * them: at most one for each, only of those since the making of the connection, none of what a
 * backfill has found and none about a shop whose domain is hidden. A transition that takes the
 * place of another one of the same topic, which is gone by the same computation, is that one,
 * moved. Not thread-safe: one object is for one transaction.
 */
final class Announcements {
  private final FetchRef fetch;
  private final Announcing announcing;
  private final List<Fresh> fresh = new ArrayList<>();

  Announcements(FetchRef fetch, Announcing announcing) {
    this.fetch = fetch;
    this.announcing = announcing;
  }

  /** A transition that was not there before. */
  private record Fresh(Computed of, Transition transition, UUID id, boolean isQuiet) {}

  /**
   * Finds what is new.
   *
   * @param isQuiet whether a backfill has touched the shop
   */
  void add(Optional<StoredLifecycle> before, Computed after, boolean isQuiet) {
    Map<UUID, Transition> now = named(after.shop(), after.lifecycle().transitions());
    if (now.isEmpty()) {
      return;
    }
    Map<UUID, Transition> then =
        before
            .map(row -> named(after.shop(), StoredHistory.decode(row.history()).transitions()))
            .orElse(Map.of());
    Map<LifecycleTopic, Integer> gone = new EnumMap<>(LifecycleTopic.class);
    then.forEach(
        (id, transition) -> {
          if (!now.containsKey(id)) {
            gone.merge(transition.topic().orElseThrow(), 1, Integer::sum);
          }
        });
    now.forEach(
        (id, transition) -> {
          if (!then.containsKey(id)) {
            boolean isMoved = gone.merge(transition.topic().orElseThrow(), -1, Integer::sum) >= 0;
            fresh.add(new Fresh(after, transition, id, isQuiet || isMoved));
          }
        });
  }

  /** Those that have a topic and are not older than the connection. */
  private Map<UUID, Transition> named(String shop, List<Transition> transitions) {
    Map<UUID, Transition> named = new LinkedHashMap<>();
    for (Transition each : transitions) {
      if (each.topic().isPresent() && !each.at().isBefore(announcing.since())) {
        named.put(TransitionIds.of(fetch.appId(), shop, each), each);
      }
    }
    return named;
  }

  /**
   * Notes all of them, and writes the messages of those that were never noted before.
   *
   * @return how many deliveries are due
   */
  Future<Long> write(SqlConnection client) {
    return AnnouncementTable.add(client, fetch.appId(), fresh.stream().map(Fresh::id).toList())
        .compose(
            added -> {
              List<Fresh> announced =
                  fresh.stream()
                      .filter(each -> added.contains(each.id()))
                      .filter(each -> !each.isQuiet() && !announcing.isQuiet())
                      .toList();
              return announced.isEmpty() ? Future.succeededFuture(0L) : emit(client, announced);
            });
  }

  private Future<Long> emit(SqlConnection client, List<Fresh> announced) {
    Set<String> shops = new HashSet<>();
    announced.forEach(each -> shops.add(each.of().shop()));
    return AnnouncementTable.customers(client, fetch, announcing.workspaceId(), shops)
        .compose(
            customers -> {
              List<Change> changes = new ArrayList<>();
              List<Announced> transitions = new ArrayList<>();
              for (Fresh each : announced) {
                Optional.ofNullable(customers.get(each.of().shop()))
                    .ifPresent(
                        customer -> {
                          changes.add(change(each, customer));
                          transitions.add(transition(each, customer));
                        });
              }
              return TransitionTable.add(
                      client, announcing.workspaceId(), fetch.appId(), transitions)
                  .compose(added -> Outbox.emit(client, changes));
            });
  }

  private static Announced transition(Fresh each, Named customer) {
    Transition transition = each.transition();
    return new Announced(
        each.id(),
        customer.customerId(),
        topic(transition.topic().orElseThrow()).apiName(),
        transition.at());
  }

  private Change change(Fresh each, Named customer) {
    Transition transition = each.transition();
    Map<String, @Nullable Object> resource = new LinkedHashMap<>();
    resource.put(
        "customer",
        Map.of("id", CustomerId.of(customer.customerId()), "myplatformDomain", customer.domain()));
    resource.put(
        "lifecycle",
        each.of()
            .row()
            .flatMap(StoredLifecycle::entry)
            .map(entry -> LifecycleView.json(fetch.appId(), customer.slug(), entry))
            .orElse(null));
    resource.put("occurredAt", Times.format(transition.at()));
    return new Change(
        announcing.workspaceId(),
        fetch.appId(),
        topic(transition.topic().orElseThrow()),
        customer.customerId(),
        resource);
  }

  private static Topic topic(LifecycleTopic topic) {
    return switch (topic) {
      case APPS_INSTALLED -> Topic.APPS_INSTALLED;
      case APPS_REINSTALLED -> Topic.APPS_REINSTALLED;
      case APPS_UNINSTALLED -> Topic.APPS_UNINSTALLED;
      case APPS_DEACTIVATED -> Topic.APPS_DEACTIVATED;
      case APPS_REACTIVATED -> Topic.APPS_REACTIVATED;
      case TRIAL_STARTED -> Topic.SUBSCRIPTION_TRIAL_STARTED;
      case TRIAL_ENDED -> Topic.SUBSCRIPTION_TRIAL_ENDED;
      case ACTIVATED -> Topic.SUBSCRIPTION_ACTIVATED;
      case CHANGED -> Topic.SUBSCRIPTION_CHANGED;
      case CANCEL_SCHEDULED -> Topic.SUBSCRIPTION_CANCEL_SCHEDULED;
      case CANCELED -> Topic.SUBSCRIPTION_CANCELED;
      case FROZEN -> Topic.SUBSCRIPTION_FROZEN;
      case UNFROZEN -> Topic.SUBSCRIPTION_UNFROZEN;
    };
  }
}
