package dev.shopwire.app.segments.oracle;

import dev.shopwire.app.support.PlainJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A customer with all that conditions can test. */
final class ModelCustomer {
  /** Whose value of which field. */
  private record Key(ModelField field, String app) {}

  private final String domain;
  private final Map<Key, ModelValue> values = new LinkedHashMap<>();
  private final List<ModelEvent> events = new ArrayList<>();
  private final List<ModelContact> contacts = new ArrayList<>();
  private final List<ModelCredit> credits = new ArrayList<>();

  private final List<ModelLifecycle> lifecycles = new ArrayList<>();

  /** As the console's list of customers shows it. */
  private Map<String, @Nullable Object> listed = Map.of();

  ModelCustomer(String domain) {
    this.domain = domain;
  }

  String domain() {
    return domain;
  }

  String id() {
    return String.valueOf(listed.get("id"));
  }

  Map<String, @Nullable Object> listed() {
    return listed;
  }

  void setListed(Map<String, @Nullable Object> row) {
    listed = row;
  }

  /** A member such as {@code name} or {@code domain}; empty if it is missing. */
  Optional<Object> member(String name) {
    Object value = name.equals("domain") ? domain : listed.get(name);
    return name.endsWith("SeenAt")
        ? Optional.of(Instant.parse(String.valueOf(value)))
        : Optional.ofNullable(value);
  }

  /**
   * The values of a field.
   *
   * @param app whose value, for a field of which each app has one; empty for those of all apps
   */
  List<ModelValue> values(ModelField field, String app) {
    if (field.isPerApp() && app.isEmpty()) {
      return values.entrySet().stream()
          .filter(entry -> entry.getKey().field().equals(field))
          .map(Map.Entry::getValue)
          .toList();
    }
    return Optional.ofNullable(values.get(new Key(field, field.valueOwner(app)))).stream().toList();
  }

  /** Writes a value as a push does; an equal value keeps the push that wrote it. */
  void write(ModelField field, ModelValue written) {
    Key key = new Key(field, field.valueOwner(written.app()));
    ModelValue before = values.get(key);
    if (before == null || !isEqual(before.value(), written.value())) {
      values.put(key, written);
    }
  }

  private static boolean isEqual(Object one, Object other) {
    return Objects.equals(PlainJson.comparable(one), PlainJson.comparable(other));
  }

  void unset(ModelField field, String app) {
    values.remove(new Key(field, field.valueOwner(app)));
  }

  /** In any order. */
  List<ModelEvent> events() {
    return Collections.unmodifiableList(events);
  }

  void add(ModelEvent event) {
    events.add(event);
  }

  List<ModelContact> contacts() {
    return Collections.unmodifiableList(contacts);
  }

  void add(ModelContact contact) {
    contacts.add(contact);
  }

  List<ModelCredit> credits() {
    return Collections.unmodifiableList(credits);
  }

  void add(ModelCredit credit) {
    credits.add(credit);
  }

  List<ModelLifecycle> lifecycles() {
    return Collections.unmodifiableList(lifecycles);
  }

  void add(ModelLifecycle lifecycle) {
    lifecycles.add(lifecycle);
  }

  @Override
  public String toString() {
    return domain;
  }
}
