package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.LifecycleTopic;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import dev.shopwire.sources.lifecycle.Transition.Counted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * When something last began, for segments.
 *
 * @param paying when the shop last began to pay, whether it still does or not
 * @param trial when its last trial began, over or not
 * @param canceled when a subscription last ended
 */
public record Beginnings(
    Optional<Instant> reinstalled,
    Optional<Instant> paying,
    Optional<Instant> trial,
    Optional<Instant> canceled) {

  static Beginnings of(Lifecycle lifecycle) {
    return new Beginnings(
        last(lifecycle.transitions(), each -> each.counted() == Counted.REINSTALL),
        begun(lifecycle.spans(), Span::paying),
        begun(lifecycle.spans(), span -> span.state() == LifecycleState.TRIAL),
        last(
            lifecycle.transitions(),
            each -> each.topic().filter(LifecycleTopic.CANCELED::equals).isPresent()));
  }

  private static Optional<Instant> last(
      List<Transition> transitions, Predicate<Transition> condition) {
    Optional<Instant> last = Optional.empty();
    for (Transition each : transitions) {
      last = condition.test(each) ? Optional.of(each.at()) : last;
    }
    return last;
  }

  /** Where the last spans in a row begin that meet the condition. */
  private static Optional<Instant> begun(List<Span> spans, Predicate<Span> condition) {
    Optional<Instant> begun = Optional.empty();
    boolean before = false;
    for (Span span : spans) {
      boolean now = condition.test(span);
      begun = now && !before ? Optional.of(span.from()) : begun;
      before = now;
    }
    return begun;
  }
}
