package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Outbox.Change;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.customers.Customers;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes contacts in a transaction that has locked their customer, with one webhook message per
 * contact if an endpoint subscribes to them. Reads only the contacts that change. Not thread-safe;
 * use from one event loop.
 */
final class ContactWrites {
  private final SqlConnection connection;
  private final Owner owner;
  private final Optional<Long> appId;
  private final boolean hasSubscribers;
  private final int maxContacts;
  private Optional<String> domain = Optional.empty();
  private long due;

  /**
   * @param appId the app that pushed; empty for the console
   * @param hasSubscribers whether any endpoint subscribes to changes of contacts
   */
  ContactWrites(
      SqlConnection connection,
      Owner owner,
      Optional<Long> appId,
      boolean hasSubscribers,
      int maxContacts) {
    this.connection = connection;
    this.owner = owner;
    this.appId = appId;
    this.hasSubscribers = hasSubscribers;
    this.maxContacts = maxContacts;
  }

  SqlConnection connection() {
    return connection;
  }

  Owner owner() {
    return owner;
  }

  /** How many deliveries are due because of these writes. */
  long due() {
    return due;
  }

  /**
   * Checks the limit of contacts per customer. A customer that exceeds it from before the limit
   * existed keeps its contacts, and may be changed if their number doesn't grow.
   *
   * @param pointer a JSON Pointer to the rejected field
   * @return fails with 422 {@code contact_limit_reached}
   */
  Future<Void> checkLimit(int added, int removed, String pointer) {
    if (added <= removed) {
      return Future.succeededFuture();
    }
    return Contacts.count(connection, owner)
        .compose(
            stored ->
                stored + added - removed <= maxContacts
                    ? Future.succeededFuture()
                    : Future.failedFuture(limitReached(stored, added, removed, pointer)));
  }

  private Failure limitReached(long stored, int added, int removed, String pointer) {
    String removing = removed == 0 ? "" : " and remove " + removed;
    return Failure.invalid(
        pointer,
        "contact_limit_reached",
        "A customer may have at most %d contacts; this one has %d, and this request would add %d%s"
            .formatted(maxContacts, stored, added, removing));
  }

  /** Returns the new contacts' ids; the caller has checked the limit. */
  Future<List<Long>> insert(List<Contact> contacts) {
    if (contacts.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return Contacts.insert(connection, owner, contacts)
        .compose(
            ids ->
                hasSubscribers
                    ? Contacts.findByIds(connection, owner, ids)
                        .compose(created -> emit(Topic.CONTACT_CREATED, created))
                        .map(ids)
                    : Future.succeededFuture(ids));
  }

  /**
   * @param before the same contacts before the change; unchanged ones cause no message
   */
  Future<Void> update(List<Contact> before, List<Contact> after) {
    if (after.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<Long, Contact> former =
        before.stream().collect(Collectors.toMap(Contact::id, Function.identity()));
    List<Contact> changed =
        after.stream().filter(contact -> !contact.equals(former.get(contact.id()))).toList();
    return Contacts.update(connection, owner, after)
        .compose(
            updated ->
                hasSubscribers ? emit(Topic.CONTACT_UPDATED, changed) : Future.succeededFuture());
  }

  Future<Void> delete(List<Long> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture();
    }
    Future<Void> emitted = Future.succeededFuture();
    for (int from = 0; hasSubscribers && from < ids.size(); from += PageSize.MAX) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + PageSize.MAX));
      emitted = emitted.compose(before -> emitDeleted(some, 0));
    }
    return emitted.compose(done -> Contacts.delete(connection, owner, ids)).mapEmpty();
  }

  /** Page by page, since a roster may be long. */
  private Future<Void> emitDeleted(List<Long> ids, long after) {
    return ContactPages.read(connection, owner, ids, after)
        .compose(
            page ->
                emit(Topic.CONTACT_DELETED, page.contacts())
                    .compose(
                        emitted ->
                            page.cursor()
                                .map(cursor -> emitDeleted(ids, cursor))
                                .orElseGet(Future::succeededFuture)));
  }

  private Future<Void> emit(Topic topic, List<Contact> contacts) {
    return domain()
        .compose(
            shop -> {
              List<Change> changes = new ArrayList<>(contacts.size());
              contacts.forEach(contact -> changes.add(change(topic, contact, shop)));
              return Outbox.emit(connection, changes);
            })
        .map(
            emitted -> {
              due += emitted;
              return null;
            });
  }

  private Future<String> domain() {
    return domain
        .map(Future::succeededFuture)
        .orElseGet(
            () ->
                Customers.domainOf(connection, owner.workspaceId(), owner.customerId())
                    .onSuccess(found -> domain = Optional.of(found)));
  }

  private Change change(Topic topic, Contact contact, String shop) {
    Map<String, @Nullable Object> resource = new LinkedHashMap<>();
    resource.put("contact", contact.json());
    resource.put(
        "customer", Map.of("id", CustomerId.of(owner.customerId()), "myplatformDomain", shop));
    return new Change(owner.workspaceId(), appId.orElse(null), topic, owner.customerId(), resource);
  }
}
