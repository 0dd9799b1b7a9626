package dev.shopwire.sources.lifecycle;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that changed between an app and a shop. A record may cause several.
 *
 * @param topic empty if the change has no name, as when a pair begins with a subscription
 * @param from empty for the first
 * @param recordId the id of the record that caused it; empty if it happened by itself
 */
public record Transition(
    Optional<LifecycleTopic> topic,
    Instant at,
    Optional<LifecycleState> from,
    LifecycleState to,
    Optional<String> recordId,
    Counted counted) {

  /** What figures count a transition as. */
  public enum Counted {
    NOTHING,
    INSTALL,

    /** An install too. */
    REINSTALL,
    UNINSTALL
  }

  public boolean isInstall() {
    return counted == Counted.INSTALL || counted == Counted.REINSTALL;
  }
}
