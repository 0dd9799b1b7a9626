package dev.shopwire.enrichment.customers;

import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import dev.shopwire.enrichment.fields.FieldValue;
import dev.shopwire.enrichment.fields.StoredValue;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A snapshot of a customer with its custom field values, some of which a reader may not see. */
public record Customer(
    long id,
    String domain,
    @Nullable String name,
    @Nullable String email,
    OffsetDateTime firstSeenAt,
    OffsetDateTime lastSeenAt,
    List<StoredValue> values) {

  /** The fields that every response with a customer has (docs/api/customers.md). */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", CustomerId.of(id));
    json.put("myplatformDomain", domain);
    json.put("name", name);
    json.put("email", email);
    json.put("firstSeenAt", text(firstSeenAt));
    json.put("lastSeenAt", text(lastSeenAt));
    return json;
  }

  /** {@link #json()} with the custom fields that {@code appId} may read. */
  public Map<String, @Nullable Object> jsonFor(long appId, FieldCatalog catalog) {
    Map<String, Object> fields = new TreeMap<>();
    for (StoredValue value : values) {
      catalog
          .readable(appId, value)
          .ifPresent(
              field -> fields.put(field.name(), FieldValue.json(field.type(), value.text())));
    }
    Map<String, @Nullable Object> json = json();
    json.put("customFields", fields);
    return json;
  }

  /**
   * This customer with its values converted to the types of {@code catalog}, which was read with
   * it; values that don't convert are dropped.
   */
  public Customer withCurrentValues(FieldCatalog catalog, FieldLimits limits) {
    return catalog.isConverting()
        ? withValues(
            values.stream().flatMap(value -> catalog.current(value, limits).stream()).toList())
        : this;
  }

  private Customer withValues(List<StoredValue> newValues) {
    return new Customer(id, domain, name, email, firstSeenAt, lastSeenAt, newValues);
  }

  /** This customer after a push has changed its profile and values. */
  public Customer withChanges(
      PatchValue<String> newName, PatchValue<String> newEmail, List<Target> targets) {
    Map<FieldPlan.Key, StoredValue> changed = new LinkedHashMap<>();
    values.forEach(value -> changed.put(FieldPlan.Key.of(value), value));
    for (Target target : targets) {
      FieldPlan.Key key = target.key();
      target
          .value()
          .ifPresentOrElse(
              value -> changed.put(key, new StoredValue(key.fieldId(), key.appId(), value.text())),
              () -> changed.remove(key));
    }
    return new Customer(
        id,
        domain,
        newName.applyTo(name),
        newEmail.applyTo(email),
        firstSeenAt,
        lastSeenAt,
        List.copyOf(changed.values()));
  }

  /** All values with their fields, regardless of who may read them; only for the console. */
  public List<Map.Entry<Field, StoredValue>> allValues(FieldCatalog catalog) {
    return values.stream()
        .flatMap(
            value -> catalog.field(value.fieldId()).map(field -> Map.entry(field, value)).stream())
        .toList();
  }

  private static String text(OffsetDateTime at) {
    return Times.format(at);
  }
}
