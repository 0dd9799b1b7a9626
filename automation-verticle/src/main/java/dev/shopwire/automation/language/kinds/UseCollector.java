package dev.shopwire.automation.language.kinds;

import java.util.HashSet;
import java.util.Set;

/** Collects the ids of what leaves refer to. Not thread-safe. */
public final class UseCollector {
  private final Set<Long> fields = new HashSet<>();
  private final Set<Long> apps = new HashSet<>();
  private final Set<Long> segments = new HashSet<>();
  private final Set<Long> affiliates = new HashSet<>();

  void field(long id) {
    fields.add(id);
  }

  /**
   * @param id 0 for all apps, which is none
   */
  void app(long id) {
    if (id != 0) {
      apps.add(id);
    }
  }

  void segment(long id) {
    segments.add(id);
  }

  void affiliate(long id) {
    affiliates.add(id);
  }

  public Set<Long> fields() {
    return fields;
  }

  public Set<Long> apps() {
    return apps;
  }

  public Set<Long> segments() {
    return segments;
  }

  public Set<Long> affiliates() {
    return affiliates;
  }
}
