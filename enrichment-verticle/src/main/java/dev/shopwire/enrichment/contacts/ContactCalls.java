package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.calls.AdminCall;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Given;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.customers.Customers;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The console's calls for contacts (contract §9). For one event loop. */
public final class ContactCalls {
  private final Pool pool;

  public ContactCalls(Pool pool) {
    this.pool = pool;
  }

  /** A contact that is marked manual, which no reconcile ever removes. */
  public Future<JsonAnswer> create(AdminCall call) {
    GivenContact given = read(call);
    return Customers.workspaceOf(pool, call.id())
        .map(workspace -> workspace.orElseThrow(() -> Failure.unknown("customer")))
        .map(workspace -> new Owner(workspace, call.id()))
        .compose(
            owner ->
                Transactions.run(
                    pool,
                    connection ->
                        withFreeId(connection, owner, given, 0)
                            .compose(
                                free ->
                                    Contacts.insert(
                                        connection,
                                        owner,
                                        List.of(
                                            given.appliedTo(
                                                Contact.blank(null, Optional.empty())))))
                            .compose(ids -> answer(connection, owner, ids.get(0)))));
  }

  /** Its source stays what it is. */
  public Future<JsonAnswer> change(AdminCall call) {
    GivenContact given = read(call);
    return owner(call)
        .compose(
            owner ->
                Transactions.run(
                    pool,
                    connection ->
                        withFreeId(connection, owner, given, call.id())
                            .compose(
                                free -> Contacts.find(connection, owner.workspaceId(), call.id()))
                            .map(found -> found.orElseThrow(() -> Failure.unknown("contact")))
                            .compose(
                                contact ->
                                    Contacts.update(
                                        connection, owner, List.of(given.appliedTo(contact))))
                            .compose(updated -> answer(connection, owner, call.id()))));
  }

  public Future<JsonAnswer> delete(AdminCall call) {
    return owner(call)
        .compose(
            owner ->
                Transactions.run(
                    pool,
                    connection ->
                        Shops.lock(connection, owner.customerId())
                            .compose(
                                locked -> Contacts.delete(connection, owner, List.of(call.id())))))
        .map(
            deleted -> {
              if (deleted == 0) {
                throw Failure.unknown("contact");
              }
              return JsonAnswer.of(Map.of("success", true));
            });
  }

  private static GivenContact read(AdminCall call) {
    JsonInput input = JsonInput.of(call.body(), Map.of());
    GivenContact given = GivenContact.read(input, false);
    input.check();
    return given;
  }

  private Future<Owner> owner(AdminCall call) {
    return Contacts.ownerOf(pool, call.id())
        .map(owner -> owner.orElseThrow(() -> Failure.unknown("contact")));
  }

  /** Locks the customer, so that an id that is free stays free. */
  private static Future<Void> withFreeId(
      SqlConnection connection, Owner owner, GivenContact given, long contactId) {
    return Shops.lock(connection, owner.customerId())
        .compose(locked -> Contacts.of(connection, owner.workspaceId(), owner.customerId()))
        .map(
            contacts -> {
              for (Contact contact : contacts) {
                check(contact, given.id(), contactId);
              }
              return null;
            });
  }

  private static void check(Contact contact, Given<String> id, long contactId) {
    boolean isOther = contact.id() != contactId;
    if (isOther && id.value() != null && id.value().equals(contact.platformId())) {
      throw Failure.invalid("/id", "id_taken", "The customer has a contact with this id already");
    }
    if (!isOther && id.present() && id.value() == null && contact.sourceApp().isPresent()) {
      throw Failure.invalid(
          "/id", "id_needed", "The contact of an app keeps its id, by which the app knows it");
    }
  }

  private static Future<JsonAnswer> answer(SqlConnection connection, Owner owner, long id) {
    return Contacts.find(connection, owner.workspaceId(), id)
        .map(contact -> JsonAnswer.of(Map.of("contact", contact.orElseThrow().json())));
  }
}
