package dev.shopwire.app.customers.fields;

import dev.shopwire.app.support.PlainJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Models one workspace's customers and custom fields as docs/api/customers.md describes them, in
 * plain maps, independently of the service's code and tables. Apps are identified by their slugs;
 * an empty text means no app.
 */
final class CustomFieldModel {
  static final int MAX_FIELDS_PER_CALL = 100;
  static final int MAX_FIELDS_PER_APP = 250;
  static final String NO_APP = "";

  /**
   * A value.
   *
   * @param text its text, with all digits
   */
  private record Stored(Object value, String text) {}

  /** A definition with its values. */
  private static final class Field {
    private final String name;
    private String type;
    private String owner;
    private String scope;
    private boolean hidden;

    /** By shop and by the app that owns the value. */
    private final Map<List<String>, Stored> values = new HashMap<>();

    private Field(String owner, String name, String type, String scope) {
      this.owner = owner;
      this.name = name;
      this.type = type;
      this.scope = scope;
    }

    private List<String> key(String shop, String app) {
      return List.of(shop, scope.equals("all-apps") ? app : NO_APP);
    }

    private String line() {
      long customers = values.keySet().stream().map(key -> key.get(0)).distinct().count();
      return fieldLine(name, type, scope, owner, hidden, customers);
    }
  }

  private final List<Field> fields = new ArrayList<>();
  private final Map<String, Map<String, @Nullable Object>> profiles = new HashMap<>();

  /** A field as a line, for comparisons of lists. */
  static String fieldLine(
      String name, String type, String scope, String owner, boolean hidden, long customers) {
    return "%s: %s, %s, owner '%s', %s, of %d customers"
        .formatted(name, type, scope, owner, hidden ? "private" : "open", customers);
  }

  private Optional<Field> find(String owner, String name) {
    return fields.stream().filter(f -> f.owner.equals(owner) && f.name.equals(name)).findFirst();
  }

  private Optional<Field> resolve(String app, String name) {
    return find(app, name).or(() -> find(NO_APP, name));
  }

  /** The expected response of {@code POST /identify}: status, and counts or errors. */
  Map<String, Object> identify(String app, Map<String, @Nullable Object> body) {
    List<String> errors = CustomFieldFaults.ofBody(body);
    Map<String, @Nullable Object> sent = CustomFieldFaults.sentFields(body);
    if (sent.size() <= MAX_FIELDS_PER_CALL) {
      errors.addAll(errors(app, sent));
    }
    if (!errors.isEmpty()) {
      return Map.of("status", 422, "errors", errors.stream().sorted().toList());
    }
    String shop = CustomFieldFaults.shop(String.valueOf(body.get(CustomFieldFaults.DOMAIN)));
    Map<String, @Nullable Object> profile =
        profiles.computeIfAbsent(shop, unknown -> new TreeMap<>());
    for (String field : List.of("name", "email")) {
      CustomFieldRules.profile(field, body)
          .ifPresent(value -> profile.put(field, value.orElse(null)));
      profile.putIfAbsent(field, null);
    }
    Map<String, Object> response = new TreeMap<>(write(app, shop, sent));
    response.put("status", 200);
    response.put("customer", read(app, shop).orElseThrow());
    return response;
  }

  private List<String> errors(String app, Map<String, @Nullable Object> sent) {
    List<String> errors = new ArrayList<>();
    // Each field beyond the limit is reported; those before it would have been created.
    long owned = fields.stream().filter(field -> field.owner.equals(app)).count();
    for (Map.Entry<String, @Nullable Object> entry : sent.entrySet()) {
      String name = entry.getKey();
      Object value = entry.getValue();
      Optional<String> error = CustomFieldRules.error(name, value);
      error.ifPresent(code -> errors.add(CustomFieldFaults.ofField(name, code)));
      // A value that can't be stored has a type nevertheless.
      if (value != null && !error.equals(Optional.of(CustomFieldRules.BAD_NAME))) {
        Optional<Field> field = resolve(app, name);
        if (field.isEmpty() && !value.equals("") && ++owned > MAX_FIELDS_PER_APP) {
          errors.add(CustomFieldFaults.ofField(name, "field_limit_reached"));
        } else if (field.isPresent() && !field.get().type.equals(CustomFieldRules.typeOf(value))) {
          errors.add(CustomFieldFaults.ofField(name, "field_type_mismatch"));
        }
      }
    }
    return errors;
  }

  private Map<String, Object> write(String app, String shop, Map<String, @Nullable Object> sent) {
    List<String> created = new ArrayList<>();
    int written = 0;
    int unset = 0;
    for (Map.Entry<String, @Nullable Object> entry : sent.entrySet()) {
      Object value = PlainJson.comparable(entry.getValue());
      Optional<Field> known = resolve(app, entry.getKey());
      if (value == null) {
        unset += known.map(field -> field.values.remove(field.key(shop, app))).isPresent() ? 1 : 0;
        continue;
      }
      if (known.isEmpty() && value.equals("")) {
        continue;
      }
      Field field = known.orElseGet(() -> create(app, entry.getKey(), value, created));
      Stored before = field.values.get(field.key(shop, app));
      if (before == null || !before.value().equals(value)) {
        field.values.put(
            field.key(shop, app), new Stored(value, CustomFieldRules.text(entry.getValue())));
        written++;
      }
    }
    return Map.of(
        "written",
        written,
        "unset",
        unset,
        "unchanged",
        sent.size() - written - unset,
        "created",
        created.stream().sorted().toList());
  }

  private Field create(String app, String name, Object value, List<String> created) {
    Field field = new Field(app, name, CustomFieldRules.typeOf(value), "app");
    fields.add(field);
    created.add(name);
    return field;
  }

  /** What {@code GET /customer} returns to {@code app}; empty for an unknown shop. */
  Optional<Map<String, @Nullable Object>> read(String app, String shop) {
    Map<String, @Nullable Object> profile = profiles.get(shop);
    if (profile == null) {
      return Optional.empty();
    }
    Map<String, Object> shown = new TreeMap<>();
    for (Field field : fields) {
      boolean isOwn = field.owner.equals(app);
      boolean isShared = field.owner.equals(NO_APP);
      Stored stored = field.values.get(field.key(shop, app));
      if (stored != null
          && (isOwn || (isShared && !field.hidden && find(app, field.name).isEmpty()))) {
        shown.put(field.name, stored.value());
      }
    }
    Map<String, @Nullable Object> customer = new LinkedHashMap<>(profile);
    customer.put(CustomFieldFaults.DOMAIN, shop);
    customer.put("customFields", shown);
    return Optional.of(customer);
  }

  /** The console's response: {@code 200} and the field, or a status and a code. */
  String share(String name, String type, String scope) {
    if (find(NO_APP, name).isPresent()) {
      return "422 name_taken";
    }
    Field field = new Field(NO_APP, name, type, scope);
    fields.add(field);
    return "200 " + field.line();
  }

  String promote(String owner, String name) {
    Field field = find(owner, name).orElseThrow();
    if (field.scope.equals("all-apps")) {
      return "409 one_value_per_app";
    }
    if (field.scope.equals("app")) {
      if (find(NO_APP, name).isPresent()) {
        return "409 name_taken";
      }
      field.owner = NO_APP;
      field.scope = "customers";
    }
    return "200 " + field.line();
  }

  String hide(String owner, String name, boolean hidden) {
    Field field = find(owner, name).orElseThrow();
    field.hidden = hidden;
    return "200 " + field.line();
  }

  /** The console's response: {@code 200} with the counts, or a status and a code. */
  String retype(String owner, String name, String type, boolean unsetFailures) {
    Field field = find(owner, name).orElseThrow();
    if (field.type.equals(type)) {
      return retyped(0, 0);
    }
    Map<List<String>, Stored> converted = new HashMap<>();
    field.values.forEach(
        (key, stored) ->
            CustomFieldRules.converted(stored.text(), type)
                .ifPresent(
                    value ->
                        converted.put(
                            key,
                            new Stored(
                                PlainJson.comparableNonNull(value),
                                CustomFieldRules.text(value)))));
    int failed = field.values.size() - converted.size();
    if (failed > 0 && !unsetFailures) {
      return "409 values_do_not_convert";
    }
    field.type = type;
    field.values.clear();
    field.values.putAll(converted);
    return retyped(converted.size(), failed);
  }

  static String retyped(long converted, long failed) {
    return "200, converted %d, failed %d".formatted(converted, failed);
  }

  String delete(String owner, String name) {
    fields.remove(find(owner, name).orElseThrow());
    return "200";
  }

  /** Owner and name of every field, in the order of creation. */
  List<List<String>> names() {
    return fields.stream().map(field -> List.of(field.owner, field.name)).toList();
  }

  /** The console's list of fields. */
  List<String> lines() {
    return fields.stream().map(Field::line).sorted().toList();
  }
}
