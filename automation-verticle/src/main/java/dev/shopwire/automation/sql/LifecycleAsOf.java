package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.LifecycleAttribute;
import org.jspecify.annotations.Nullable;

/**
 * Writes expressions on a row {@code l} of {@code customer_lifecycles} as of the moment of the
 * evaluation. Rows are as of the time up to which all was read; the end of a trial and a scheduled
 * end count from their instants on, whether or not anything was read since. What results is what
 * the row says once it is computed again, unless other records arrive. For one statement; not
 * thread-safe.
 */
public final class LifecycleAsOf {
  private final SqlScope scope;
  private @Nullable String now;

  public LifecycleAsOf(SqlScope scope) {
    this.scope = scope;
  }

  private String now() {
    String known = now;
    if (known == null) {
      known = scope.add(scope.now());
      now = known;
    }
    return known;
  }

  /** A scheduled end has passed: there is no subscription any more. */
  private String ended() {
    return "coalesce(l.cancel_at < " + now() + ", false)";
  }

  /** The shop has begun to pay at the end of its trial, which came before a scheduled end. */
  private String begun() {
    return ("coalesce(l.state in ('trial', 'canceling') and not l.is_paying and not l.is_test"
            + " and coalesce(l.price > 0, true) and l.trial_ends_at < %s"
            + " and coalesce(l.trial_ends_at < l.cancel_at, true), false)")
        .formatted(now());
  }

  public String state() {
    return ("(case when l.state in ('canceling', 'frozen') and %s then 'unsubscribed'"
            + " when l.state = 'trial' and l.trial_ends_at < %s then 'subscribed' else l.state end)")
        .formatted(ended(), now());
  }

  /** When the state began. */
  public String since() {
    return ("(case when l.state in ('canceling', 'frozen') and %s then l.cancel_at"
            + " when l.state = 'trial' and l.trial_ends_at < %s then l.trial_ends_at else l.since end)")
        .formatted(ended(), now());
  }

  public String plan() {
    return "(case when not " + ended() + " then l.plan end)";
  }

  private String isPaying() {
    return "((l.is_paying or " + begun() + ") and not " + ended() + ")";
  }

  /** Monthly recurring revenue, null unless it is known and above 0. */
  public String mrr() {
    return "(case when " + isPaying() + " then l.monthly end)";
  }

  /** When the attribute last began, whether it lasts or not; of a trial also when it ends. */
  public String time(LifecycleAttribute attribute) {
    return switch (attribute) {
      case INSTALLED -> "l.installed_at";
      case UNINSTALLED -> "l.uninstalled_at";
      case REINSTALLED -> "l.reinstalled_at";
      case PAYING -> "(case when " + begun() + " then l.trial_ends_at else l.paying_at end)";
      case TRIAL -> "l.trial_at";
      case CANCELED -> canceledAt();
      case TRIAL_ENDS -> "(case when not " + ended() + " then l.trial_ends_at end)";
      case STATE, PLAN, MRR -> throw new IllegalArgumentException(attribute.word() + " is no time");
    };
  }

  private String canceledAt() {
    return "(case when " + ended() + " then l.cancel_at else l.canceled_at end)";
  }

  /** Whether the attribute holds at the moment of the evaluation. */
  String holds(LifecycleAttribute attribute) {
    return switch (attribute) {
      case INSTALLED -> "l.state not in ('uninstalled', 'deactivated')";
      case UNINSTALLED -> "l.state = 'uninstalled'";
      case REINSTALLED ->
          "(l.state not in ('uninstalled', 'deactivated') and l.reinstalled_at = l.installed_at)";
      case PAYING -> isPaying();
      case TRIAL -> state() + " = 'trial'";
      case CANCELED -> isCanceled();
      case STATE, PLAN, MRR, TRIAL_ENDS ->
          throw new IllegalArgumentException(attribute.word() + " needs a test");
    };
  }

  /** There is no subscription, and one has ended since the last install. */
  private String isCanceled() {
    return ("(%1$s = 'unsubscribed' or (l.state in ('uninstalled', 'deactivated')"
            + " and (l.activated_at is null or %2$s)"
            + " and coalesce(%3$s > l.installed_at, %3$s is not null)))")
        .formatted(state(), ended(), canceledAt());
  }
}
