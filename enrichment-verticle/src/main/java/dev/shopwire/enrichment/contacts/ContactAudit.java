package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records changes that the console makes to contacts in the audit log, in the transaction of the
 * change. Each entry also names the customer, so that the customer's timeline can show it. Runs on
 * the caller's event loop.
 */
final class ContactAudit {
  private static final String CUSTOMER = "customerId";

  private ContactAudit() {}

  static Future<Void> recordCreation(ContactWrites writes, Caller caller, Contact contact) {
    return write(
        writes,
        caller,
        AuditEntry.created(
            "contact.created", object(contact), withCustomer(writes, fields(contact))));
  }

  static Future<Void> recordDeletion(ContactWrites writes, Caller caller, Contact contact) {
    return write(
        writes,
        caller,
        AuditEntry.deleted(
            "contact.deleted", object(contact), withCustomer(writes, fields(contact))));
  }

  /** Records nothing if nothing changed. */
  static Future<Void> recordChange(
      ContactWrites writes, Caller caller, Contact before, Contact after) {
    Optional<AuditEntry> entry =
        AuditEntry.changed("contact.changed", object(after), fields(before), fields(after));
    return entry
        .map(
            changed ->
                write(
                    writes,
                    caller,
                    new AuditEntry(
                        changed.action(),
                        changed.object(),
                        withCustomer(writes, changed.before()),
                        withCustomer(writes, changed.after()))))
        .orElseGet(Future::succeededFuture);
  }

  private static Future<Void> write(ContactWrites writes, Caller caller, AuditEntry entry) {
    return AuditLog.write(writes.connection(), caller.in(writes.owner().workspaceId()), entry);
  }

  private static Map<String, @Nullable Object> withCustomer(
      ContactWrites writes, @Nullable Map<String, @Nullable Object> fields) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put(CUSTOMER, CustomerId.of(writes.owner().customerId()));
    if (fields != null) {
      all.putAll(fields);
    }
    return all;
  }

  private static Map<String, @Nullable Object> fields(Contact contact) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", contact.platformId());
    contact.values().forEach((field, value) -> fields.put(field.jsonName(), value));
    return fields;
  }

  private static AuditObject object(Contact contact) {
    return new AuditObject("contact", Long.toString(contact.id()), name(contact));
  }

  /** The full name, otherwise the e-mail address, otherwise the platform's id. */
  private static @Nullable String name(Contact contact) {
    String fullName =
        Stream.of(ContactField.FIRST_NAME, ContactField.LAST_NAME)
            .flatMap(field -> Stream.ofNullable(contact.text(field)))
            .collect(Collectors.joining(" "));
    if (!fullName.isEmpty()) {
      return fullName;
    }
    String email = contact.text(ContactField.EMAIL);
    return email == null ? contact.platformId() : email;
  }
}
