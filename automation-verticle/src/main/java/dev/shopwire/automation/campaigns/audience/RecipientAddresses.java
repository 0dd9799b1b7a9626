package dev.shopwire.automation.campaigns.audience;

import dev.shopwire.automation.sql.ContactSql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The addresses of some customers, of one moment. Immutable once read. */
public final class RecipientAddresses {
  private static final String READ =
      """
      select k.customer_id, n.shop_email, c.contact_id, c.contact_email, c.role, c.account_owner
      from unnest($2::bigint[]) k (customer_id)
      left join lateral (
        select o.email as shop_email from customer_names o
        where o.workspace_id = $1 and o.customer_id = k.customer_id offset 0
      ) n on true
      left join lateral (
        select c.id as contact_id, c.email as contact_email, %s as role, c.account_owner
        from customer_contacts c
        where c.workspace_id = $1 and c.customer_id = k.customer_id and c.email is not null
        order by c.id offset 0
      ) c on true
      """
          .formatted(ContactSql.ROLE);

  private final Map<Long, CustomerAddresses> customers = new HashMap<>();

  private RecipientAddresses() {}

  /** Reads with one statement, on the caller's event loop. */
  public static Future<RecipientAddresses> read(
      SqlClient client, long workspaceId, Collection<Long> customers) {
    return client
        .preparedQuery(READ)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(customers.stream().distinct().toArray(Long[]::new)))
        .map(
            rows -> {
              RecipientAddresses read = new RecipientAddresses();
              rows.forEach(read::add);
              return read;
            });
  }

  private void add(Row row) {
    customers
        .computeIfAbsent(row.getLong("customer_id"), id -> new CustomerAddresses(row))
        .add(row);
  }

  /** The addresses of the first choice that gives a valid one; empty if none does. */
  public List<Addressee> choose(long customerId, List<AddressChoice> choices) {
    CustomerAddresses addresses = customers.get(customerId);
    return addresses == null ? List.of() : addresses.choose(choices);
  }
}
