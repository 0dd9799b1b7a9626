package dev.shopwire.enrichment.identify;

import dev.shopwire.common.outbox.Outbox.Change;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import dev.shopwire.enrichment.fields.FieldValue;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a push actually changed, as returned by the statement that wrote it, and the webhook
 * messages for it.
 *
 * @param first whether the customer was not identified before
 * @param name the customer's name after the push, like {@code email}
 * @param values the keys of values that were written or removed
 */
record PushChange(
    boolean first, @Nullable String name, @Nullable String email, Set<FieldPlan.Key> values) {

  static PushChange read(Row row) {
    Long[] fields = row.getArrayOfLongs("fields");
    Long[] apps = row.getArrayOfLongs("apps");
    Set<FieldPlan.Key> values = new HashSet<>();
    for (int i = 0; fields != null && i < fields.length; i++) {
      values.add(new FieldPlan.Key(fields[i], apps[i]));
    }
    return new PushChange(
        row.getBoolean("first"), row.getString("name"), row.getString("email"), values);
  }

  /** The messages about this change by {@code push}, for topics that an endpoint subscribes to. */
  List<Change> toChanges(PlannedPush push) {
    Set<Topic> subscribedTopics = push.push().subscribedTopics();
    List<Change> changes = new ArrayList<>(2);
    if (first && subscribedTopics.contains(Topic.FIRST_IDENTIFY)) {
      changes.add(change(push, Topic.FIRST_IDENTIFY, Map.of("customer", customer(push))));
    }
    if (!values.isEmpty() && subscribedTopics.contains(Topic.CUSTOM_FIELDS_UPDATED)) {
      Map<String, @Nullable Object> fields = visibleFields(push.targets());
      if (!fields.isEmpty()) {
        Map<String, @Nullable Object> resource = new LinkedHashMap<>();
        resource.put("customer", customer(push));
        resource.put("customFields", fields);
        changes.add(change(push, Topic.CUSTOM_FIELDS_UPDATED, resource));
      }
    }
    return changes;
  }

  /** Without private fields: webhooks don't even show that they changed (docs/api/customers.md). */
  private Map<String, @Nullable Object> visibleFields(List<Target> targets) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (Target target : targets) {
      if (values.contains(target.key()) && !target.field().hidden()) {
        fields.put(
            target.field().name(),
            target.value().map(value -> FieldValue.json(value.type(), value.text())).orElse(null));
      }
    }
    return fields;
  }

  private Map<String, @Nullable Object> customer(PlannedPush push) {
    Map<String, @Nullable Object> customer = new LinkedHashMap<>();
    customer.put("id", CustomerId.of(push.customerId()));
    customer.put("myplatformDomain", push.push().shop().domain());
    customer.put("name", name);
    customer.put("email", email);
    return customer;
  }

  private static Change change(
      PlannedPush push, Topic topic, Map<String, @Nullable Object> resource) {
    return new Change(push.workspaceId(), appId(push), topic, push.customerId(), resource);
  }

  /**
   * The app that pushed; of a change by a flow, the one that has the field or the value, if any.
   */
  private static @Nullable Long appId(PlannedPush push) {
    return push.appId() != null
        ? push.appId()
        : push.targets().stream()
            .map(target -> Math.max(target.field().ownerApp(), target.appId()))
            .filter(app -> app != Field.NO_APP)
            .findFirst()
            .orElse(null);
  }
}
