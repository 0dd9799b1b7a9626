package dev.shopwire.app.segments.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pushes random names, e-mail addresses and values of custom fields. */
final class RandomFields {
  /** Fields of all apps, with type and scope. */
  private static final List<List<String>> SHARED =
      List.of(
          List.of("tier", "text", "customers"),
          List.of("seats", "number", "customers"),
          List.of("active", "boolean", "customers"),
          List.of("setup", "json", "customers"),
          List.of("renews_on", "text", "customers"),
          List.of("hidden", "text", "customers"),
          List.of("note", "text", "all-apps"),
          List.of("score", "number", "all-apps"),
          List.of("flags", "boolean", "all-apps"),
          List.of("extra", "json", "all-apps"),
          List.of("due", "text", "all-apps"));

  /** Fields that apps create themselves: app, name, type. One has the name of a shared one. */
  private static final List<List<String>> OWN =
      List.of(
          List.of("alpha", "plan", "text"),
          List.of("alpha", "usage", "number"),
          List.of("alpha", "trial", "boolean"),
          List.of("alpha", "conf", "json"),
          List.of("alpha", "and", "text"),
          List.of("alpha", "x.y-z", "number"),
          List.of("alpha", "ends_at", "text"),
          List.of("alpha", "secret", "text"),
          List.of("alpha", "tier", "text"),
          List.of("9-beta", "plan", "number"),
          List.of("9-beta", "usage", "number"),
          List.of("9-beta", "conf", "json"),
          List.of("9-beta", "only_beta", "text"),
          List.of("not", "usage", "text"),
          List.of("not", "is", "boolean"));

  private final Dice dice;
  private final OracleWorkspace workspace;
  private int requests;

  RandomFields(Dice dice, OracleWorkspace workspace) {
    this.dice = dice;
    this.workspace = workspace;
  }

  /** The values with which an app creates its fields. */
  private record Definition(String app, Map<String, @Nullable Object> fields, String requestId) {}

  /** Creates all fields by pushes about {@code first}, and by hand. */
  void define(ModelCustomer first) {
    List<Definition> definitions = new ArrayList<>();
    for (String app : RandomPushes.APPS) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      // An empty text would create nothing.
      ownFields(app)
          .forEach(
              field ->
                  fields.put(
                      field.get(1),
                      field.get(2).equals("text") ? "x" : value(field.get(1), field.get(2))));
      definitions.add(
          new Definition(app, fields, push(app, first, Map.of("customFields", fields))));
    }
    SHARED.forEach(field -> workspace.share(field.get(0), field.get(1), field.get(2)));
    workspace.readFields();
    definitions.forEach(each -> write(first, each.app(), each.fields(), each.requestId()));
    workspace.model().fields().stream()
        .filter(field -> field.name().equals("secret") || field.name().equals("hidden"))
        .forEach(workspace::hide);
  }

  private static List<List<String>> ownFields(String app) {
    return OWN.stream().filter(field -> field.get(0).equals(app)).toList();
  }

  /** A random value of a field of this type. */
  private Object value(String name, String type) {
    return switch (type) {
      case "number" -> dice.any(ModelValues.NUMBERS);
      case "boolean" -> dice.oneIn(2);
      case "json" -> ModelDocuments.document(dice);
      default ->
          name.equals("renews_on") || name.equals("due") || name.equals("ends_at")
              ? ModelTimes.date(dice)
              : dice.any(ModelValues.TEXTS);
    };
  }

  /** Returns the id of the request. */
  private String push(
      String app, ModelCustomer customer, Map<String, ? extends @Nullable Object> more) {
    String requestId = "push-" + ++requests;
    Map<String, @Nullable Object> body = new LinkedHashMap<>(more);
    body.put("myplatformDomain", customer.domain());
    workspace.app(app).post("/v1/identify", requestId, body);
    return requestId;
  }

  /** Writes the values that a push of {@code app} has written. */
  private void write(
      ModelCustomer customer, String app, Map<String, @Nullable Object> fields, String requestId) {
    fields.forEach(
        (name, value) -> {
          ModelField field = workspace.model().resolve(app, name).orElseThrow();
          if (value == null) {
            customer.unset(field, app);
          } else {
            customer.write(field, new ModelValue(value, app, requestId));
          }
        });
  }

  void identify(ModelCustomer customer) {
    for (String app : dice.shuffled(RandomPushes.APPS)) {
      // Some customers have no profile and no values, or those of one app only.
      if (dice.oneIn(5)) {
        continue;
      }
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      ownFields(app).forEach(field -> putSometimes(fields, field.get(1), field.get(2)));
      SHARED.stream()
          .filter(field -> workspace.model().owned(app, field.get(0)).isEmpty())
          .forEach(field -> putSometimes(fields, field.get(0), field.get(1)));
      Map<String, @Nullable Object> body = new LinkedHashMap<>();
      body.put("customFields", fields);
      if (dice.oneIn(2)) {
        body.put("name", dice.any(ModelValues.NAMES));
        body.put("email", dice.any(ModelValues.EMAILS));
      }
      write(customer, app, fields, push(app, customer, body));
    }
  }

  private void putSometimes(Map<String, @Nullable Object> fields, String name, String type) {
    if (dice.below(3) > 0) {
      fields.put(name, value(name, type));
    }
  }

  void unsetSome(ModelCustomer customer) {
    if (dice.oneIn(4)) {
      String app = dice.any(RandomPushes.APPS);
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put(dice.of("tier", "note", "seats", "extra"), null);
      write(customer, app, fields, push(app, customer, Map.of("customFields", fields)));
    }
  }
}
