package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.customers.Customers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Handles the console's requests for contacts. Not thread-safe; use from one event loop. */
public final class ContactHandlers {
  private final Pool pool;
  private final ContactTransactions writes;

  public ContactHandlers(Vertx vertx, Pool pool, int maxContacts) {
    this.pool = pool;
    this.writes = new ContactTransactions(vertx, pool, maxContacts);
  }

  /** Lists a customer's contacts, page by page. */
  public Future<JsonResponse> list(AdminListRequest request) {
    return Customers.workspaceOf(pool, request.id())
        .compose(
            workspace ->
                ContactPages.read(pool, workspace, request.id(), request.after(), request.take()))
        .map(page -> JsonResponse.of(page.pageJson()));
  }

  /** Creates a manual contact, which a reconcile never removes. */
  public Future<JsonResponse> create(AdminRequest request) {
    ContactPatch patch = read(request);
    Caller caller = request.caller();
    return Customers.workspaceOf(pool, request.id())
        .compose(
            workspace ->
                write(
                    new Owner(workspace, request.id()),
                    changes ->
                        checkId(changes, patch, 0)
                            .compose(free -> changes.checkLimit(1, 0, ""))
                            .compose(
                                checked ->
                                    changes.insert(
                                        List.of(
                                            patch.applyTo(Contact.empty(null, Optional.empty())))))
                            .compose(ids -> find(changes, ids.get(0)))
                            .compose(
                                contact ->
                                    ContactAudit.recordCreation(changes, caller, contact)
                                        .map(recorded -> respond(contact)))));
  }

  /** Changes a contact; its source stays the same. */
  public Future<JsonResponse> change(AdminRequest request) {
    ContactPatch patch = read(request);
    return changing(
        request,
        (changes, stored) ->
            change(changes, patch, stored)
                .compose(changed -> find(changes, request.id()))
                .compose(
                    contact ->
                        ContactAudit.recordChange(changes, request.caller(), stored, contact)
                            .map(recorded -> respond(contact))));
  }

  private static Future<Void> change(ContactWrites changes, ContactPatch patch, Contact stored) {
    if (patch.id().present() && patch.id().value() == null && stored.sourceApp().isPresent()) {
      return Future.failedFuture(
          Failure.invalid(
              "/id", "id_needed", "The id of a contact that an app pushed can't be removed"));
    }
    return checkId(changes, patch, stored.id())
        .compose(free -> changes.update(List.of(stored), List.of(patch.applyTo(stored))));
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    return changing(
        request,
        (changes, stored) ->
            changes
                .delete(List.of(stored.id()))
                .compose(deleted -> ContactAudit.recordDeletion(changes, request.caller(), stored))
                .map(recorded -> JsonResponse.success()));
  }

  /** Runs {@code change} on the stored contact in a transaction that locks its customer. */
  private Future<JsonResponse> changing(
      AdminRequest request, BiFunction<ContactWrites, Contact, Future<JsonResponse>> change) {
    return owner(request)
        .compose(
            known ->
                write(
                    known,
                    changes ->
                        find(changes, request.id())
                            .compose(stored -> change.apply(changes, stored))));
  }

  private <T> Future<T> write(Owner owner, ContactTransactions.Change<T> change) {
    return writes.run(connection -> Future.succeededFuture(owner), Optional.empty(), change);
  }

  private static ContactPatch read(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    ContactPatch patch = ContactPatch.ofConsole(input);
    input.throwIfInvalid();
    return patch;
  }

  private Future<Owner> owner(AdminRequest request) {
    return Contacts.ownerOf(pool, request.id())
        .map(owner -> owner.orElseThrow(() -> Failure.notFound("contact")));
  }

  private static Future<Contact> find(ContactWrites changes, long id) {
    return Contacts.findByIds(changes.connection(), changes.owner(), List.of(id))
        .map(found -> found.stream().findFirst().orElseThrow(() -> Failure.notFound("contact")));
  }

  /** Fails if another contact of the customer has the id. */
  private static Future<Void> checkId(ContactWrites changes, ContactPatch patch, long contactId) {
    String id = patch.id().value();
    if (id == null) {
      return Future.succeededFuture();
    }
    return Contacts.findByPlatformIds(changes.connection(), changes.owner(), List.of(id))
        .compose(
            stored ->
                stored.stream().allMatch(contact -> contact.id() == contactId)
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        Failure.invalid(
                            "/id", "id_taken", "The customer already has a contact with this id")));
  }

  private static JsonResponse respond(Contact contact) {
    return JsonResponse.of(Map.of("contact", contact.json()));
  }
}
