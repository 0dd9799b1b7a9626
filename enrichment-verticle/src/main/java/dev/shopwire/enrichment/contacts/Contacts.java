package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The table of contacts. Methods run on the caller's event loop. */
public final class Contacts {
  private static final String SELECT =
      """
      select c.id, c.platform_id, c.first_name, c.last_name, c.email, c.account_owner, c.installer,
        c.tags, c.source_app, a.slug
      from contacts c left join apps a on a.id = c.source_app
      """;
  private static final String OF_CUSTOMER =
      SELECT + " where c.workspace_id = $1 and c.customer_id = $2 order by c.id";
  private static final String OF_SHOP =
      """
      select s.id as customer_id, c.id, c.platform_id, c.first_name, c.last_name, c.email,
        c.account_owner, c.installer, c.tags, c.source_app, a.slug
      from customers s
      left join contacts c on c.workspace_id = s.workspace_id and c.customer_id = s.id
      left join apps a on a.id = c.source_app
      where s.workspace_id = $1 and s.domain = $2
      """;
  private static final String FIND = SELECT + " where c.workspace_id = $1 and c.id = $2";
  private static final String OWNER_OF =
      "select workspace_id, customer_id from contacts where id = $1";

  // One array a column; tags travel as JSON since arrays of arrays must be rectangular.
  private static final String COLUMNS =
      """
      unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[],
          $9::boolean[], $10::text[], $11::int[])
        as given (id, platform_id, first_name, last_name, email, account_owner, installer, tags,
          source_app)
      """;
  private static final String TAGS = "array(select jsonb_array_elements_text(given.tags::jsonb))";
  private static final String INSERT =
      """
      insert into contacts (workspace_id, customer_id, platform_id, first_name, last_name, email,
        account_owner, installer, tags, source_app)
      select $1, $2, platform_id, first_name, last_name, email, account_owner, installer, %s,
        source_app
      from %s
      returning id
      """
          .formatted(TAGS, COLUMNS);
  private static final String UPDATE =
      """
      update contacts c
      set platform_id = given.platform_id, first_name = given.first_name,
        last_name = given.last_name, email = given.email, account_owner = given.account_owner,
        installer = given.installer, tags = %s
      from %s
      where c.workspace_id = $1 and c.customer_id = $2 and c.id = given.id
      """
          .formatted(TAGS, COLUMNS);
  private static final String DELETE =
      "delete from contacts where workspace_id = $1 and customer_id = $2 and id = any ($3)";

  private Contacts() {}

  /** Whose a contact is. */
  record Owner(int workspaceId, long customerId) {}

  /** In the order in which they came. */
  public static Future<List<Contact>> of(SqlClient client, int workspaceId, long customerId) {
    return client
        .preparedQuery(OF_CUSTOMER)
        .execute(Tuple.of(workspaceId, customerId))
        .map(Contacts::readAll);
  }

  /**
   * A shop's contacts.
   *
   * @param owner empty if the shop is unknown
   */
  record OfShop(Optional<Owner> owner, List<Contact> contacts) {}

  static Future<OfShop> of(SqlClient client, int workspaceId, String domain) {
    return client
        .preparedQuery(OF_SHOP)
        .execute(Tuple.of(workspaceId, domain))
        .map(
            rows ->
                rows.size() == 0
                    ? new OfShop(Optional.empty(), List.of())
                    : new OfShop(
                        Optional.of(
                            new Owner(workspaceId, rows.iterator().next().getLong("customer_id"))),
                        readAll(rows)));
  }

  static Future<Optional<Contact>> find(SqlClient client, int workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> readAll(rows).stream().findFirst());
  }

  /** By id alone, as the console's paths have it. */
  static Future<Optional<Owner>> ownerOf(SqlClient client, long id) {
    return client
        .preparedQuery(OWNER_OF)
        .execute(Tuple.of(id))
        .map(
            rows -> {
              if (rows.size() == 0) {
                return Optional.empty();
              }
              Row row = rows.iterator().next();
              return Optional.of(
                  new Owner(row.getInteger("workspace_id"), row.getLong("customer_id")));
            });
  }

  /** The new contacts' ids; fails if a platform id is taken. The caller has locked the customer. */
  static Future<List<Long>> insert(SqlConnection connection, Owner owner, List<Contact> contacts) {
    return connection
        .preparedQuery(INSERT)
        .execute(columns(owner, contacts))
        .map(
            rows -> {
              List<Long> ids = new ArrayList<>(rows.size());
              rows.forEach(row -> ids.add(row.getLong("id")));
              return ids;
            });
  }

  /** The caller has locked the customer. */
  static Future<Void> update(SqlConnection connection, Owner owner, List<Contact> contacts) {
    return connection.preparedQuery(UPDATE).execute(columns(owner, contacts)).mapEmpty();
  }

  /** How many were there; the caller has locked the customer. */
  static Future<Integer> delete(
      SqlConnection connection, Owner owner, Collection<Long> contactIds) {
    Tuple parameters =
        Tuple.of(owner.workspaceId(), owner.customerId())
            .addArrayOfLong(contactIds.toArray(Long[]::new));
    return connection.preparedQuery(DELETE).execute(parameters).map(RowSet::rowCount);
  }

  private static Tuple columns(Owner owner, List<Contact> contacts) {
    int size = contacts.size();
    return Tuple.of(owner.workspaceId(), owner.customerId())
        .addArrayOfLong(Columns.of(contacts, new Long[size], Contact::id))
        .addArrayOfString(Columns.of(contacts, new String[size], Contact::platformId))
        .addArrayOfString(Columns.of(contacts, new String[size], Contact::firstName))
        .addArrayOfString(Columns.of(contacts, new String[size], Contact::lastName))
        .addArrayOfString(Columns.of(contacts, new String[size], Contact::email))
        .addArrayOfBoolean(Columns.of(contacts, new Boolean[size], Contact::accountOwner))
        .addArrayOfBoolean(Columns.of(contacts, new Boolean[size], Contact::installer))
        .addArrayOfString(
            Columns.of(
                contacts,
                new String[size],
                contact -> Json.MAPPER.valueToTree(contact.tags()).toString()))
        .addArrayOfInteger(
            Columns.of(contacts, new Integer[size], contact -> contact.sourceApp().orElse(null)));
  }

  private static List<Contact> readAll(RowSet<Row> rows) {
    List<Contact> contacts = new ArrayList<>(rows.size());
    for (Row row : rows) {
      if (row.getLong("id") == null) {
        continue;
      }
      contacts.add(
          new Contact(
              row.getLong("id"),
              row.getString("platform_id"),
              row.getString("first_name"),
              row.getString("last_name"),
              row.getString("email"),
              row.getBoolean("account_owner"),
              row.getBoolean("installer"),
              List.of(row.getArrayOfStrings("tags")),
              Optional.ofNullable(row.getInteger("source_app")),
              row.getString("slug")));
    }
    return contacts;
  }
}
