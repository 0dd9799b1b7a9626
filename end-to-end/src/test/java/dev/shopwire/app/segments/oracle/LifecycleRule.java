package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides leaves about lifecycles; the value of a leaf is the list of those of all apps. */
final class LifecycleRule {
  private LifecycleRule() {}

  static LeafFacts facts(JsonNode leaf, ModelCustomer customer, Clock clock) {
    List<ModelLifecycle> stored =
        customer.lifecycles().stream()
            .filter(each -> Reference.app(leaf).isEmpty() || Reference.app(leaf).equals(each.app()))
            .toList();
    List<ModelLifecycle> now = stored.stream().map(each -> each.at(clock.now())).toList();
    String name = leaf.path("name").asText();
    List<Object> values = now.stream().flatMap(each -> value(name, leaf, each).stream()).toList();
    boolean result =
        leaf.has("op")
            ? ValueTest.of(leaf).holds(values, clock)
            : now.stream().anyMatch(each -> holds(name, each));
    return new LeafFacts(
        result,
        values,
        Stream.concat(
                values.stream().flatMap(value -> ValueTest.time(value).stream()),
                stored.stream().flatMap(each -> each.ends().stream()))
            .toList(),
        now.stream().map(each -> each.app() + " " + each.state()).toList());
  }

  /** What a test compares. */
  private static Optional<Object> value(String name, JsonNode leaf, ModelLifecycle lifecycle) {
    ModelLifecycle.Subscription is = lifecycle.subscription();
    return switch (name) {
      case "state" -> Optional.of(lifecycle.state());
      case "plan" -> is == null ? Optional.empty() : Optional.ofNullable(is.plan());
      case "mrr" -> mrr(leaf, lifecycle).map(Object.class::cast);
      case "trial_ends" -> is == null ? Optional.empty() : Optional.ofNullable(is.trialEndsAt());
      default -> time(name, lifecycle).map(Object.class::cast);
    };
  }

  private static Optional<BigDecimal> mrr(JsonNode leaf, ModelLifecycle lifecycle) {
    ModelLifecycle.Subscription is = lifecycle.subscription();
    boolean isOfCurrency =
        is != null
            && (!leaf.has("currency")
                || Objects.equals(leaf.path("currency").asText(), is.currency()));
    return lifecycle.mrr().filter(amount -> isOfCurrency);
  }

  private static Optional<Instant> time(String name, ModelLifecycle lifecycle) {
    ModelLifecycle.Times times = lifecycle.times();
    return Optional.ofNullable(
        switch (name) {
          case "installed" -> times.installed();
          case "uninstalled" -> times.uninstalled();
          case "reinstalled" -> times.reinstalled();
          case "paying" -> times.paying();
          case "trial" -> times.trial();
          case "canceled" -> times.canceled();
          default -> throw new IllegalArgumentException(name);
        });
  }

  private static boolean holds(String name, ModelLifecycle lifecycle) {
    boolean isInstalled = lifecycle.relation().equals("installed");
    ModelLifecycle.Times times = lifecycle.times();
    return switch (name) {
      case "installed" -> isInstalled;
      case "uninstalled" -> lifecycle.relation().equals("uninstalled");
      case "reinstalled" ->
          isInstalled
              && times.reinstalled() != null
              && times.reinstalled().equals(times.installed());
      case "paying" -> lifecycle.isPaying();
      case "trial" -> lifecycle.state().equals("trial");
      case "canceled" -> lifecycle.subscription() == null && hasEnded(lifecycle, times);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** A subscription has ended since the last install. */
  private static boolean hasEnded(ModelLifecycle lifecycle, ModelLifecycle.Times times) {
    return lifecycle.relation().equals("installed")
        ? lifecycle.subscribed()
        : times.canceled() != null
            && (times.installed() == null || times.canceled().isAfter(times.installed()));
  }
}
