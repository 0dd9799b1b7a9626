package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
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

/** Reads and writes the table of contacts. Methods run on the caller's event loop. */
final class Contacts {
  /** Limits the stored data of the people in one request, which is compared in memory. */
  private static final long MAX_NAMED_BYTES = 8 << 20;

  /** The columns that {@link #readAll} reads, of {@code contacts c} and its source {@code a}. */
  static final String COLUMNS =
      "c.id, c.platform_id, %s, c.source_app, a.slug"
          .formatted(ContactField.join(", ", field -> "c." + field.column()));

  private static final String SELECT =
      """
      select %s
      from contacts c left join tenancy_apps a on a.id = c.source_app
      """
          .formatted(COLUMNS);

  /** SQL for the bytes of UTF-8 in the variable-length columns of a row of {@code contacts c}. */
  static final String SIZE =
      "coalesce(octet_length(c.platform_id), 0) + " + ContactField.join(" + ", ContactField::size);

  // The sum is returned even if the contacts are not.
  private static final String NAMED =
      """
      with shop as materialized (%s), named as materialized (
        select c.* from shop
        join contacts c on c.workspace_id = $1 and c.customer_id = shop.id
          and c.platform_id = any ($3)
      )
      select s.id as customer_id, s.bytes, %s
      from (
        select (select id from shop) as id,
          (select coalesce(sum(%s), 0)::bigint from named c) as bytes
      ) s
      left join named c on s.bytes <= $4
      left join tenancy_apps a on a.id = c.source_app
      """;
  private static final String NAMED_OF_SHOP =
      NAMED.formatted(
          "select id from tenancy_customers where workspace_id = $1 and domain = $2",
          COLUMNS,
          SIZE);
  private static final String NAMED_OF_CUSTOMER =
      NAMED.formatted("select $2::bigint as id", COLUMNS, SIZE);

  // A join, so that a long roster is hashed instead of searched for each contact.
  private static final String OTHERS_OF_APP =
      """
      select c.id from contacts c
      where c.workspace_id = $1 and c.customer_id = $2 and c.source_app = $3
        and not exists (
          select from unnest($4::text[]) as named (id) where named.id = c.platform_id)
      order by c.id
      """;
  private static final String COUNT =
      "select count(*) as contacts from contacts where workspace_id = $1 and customer_id = $2";
  private static final String OF_IDS =
      SELECT
          + " where c.workspace_id = $1 and c.customer_id = $2 and c.id = any ($3) order by c.id";

  /** All contacts of a customer, in the order of the ids. */
  static final String OF_CUSTOMER =
      SELECT + " where c.workspace_id = $1 and c.customer_id = $2 order by c.id";

  private static final String OWNER_OF =
      "select workspace_id, customer_id from contacts where id = $1";

  private static final String GIVEN = given();
  private static final String INSERT =
      """
      insert into contacts (workspace_id, customer_id, platform_id, %s, source_app)
      select $1, $2, given.platform_id, %s, given.source_app
      from %s
      returning id
      """
          .formatted(
              ContactField.join(", ", ContactField::column),
              ContactField.join(", ", ContactField::given),
              GIVEN);
  private static final String UPDATE =
      """
      update contacts c
      set platform_id = given.platform_id, %s
      from %s
      where c.workspace_id = $1 and c.customer_id = $2 and c.id = given.id
      """
          .formatted(
              ContactField.join(", ", field -> field.column() + " = " + field.given()), GIVEN);
  private static final String DELETE =
      "delete from contacts where workspace_id = $1 and customer_id = $2 and id = any ($3)";

  private Contacts() {}

  /** SQL for the rows that {@link #columns} adds, one array per column. */
  private static String given() {
    StringBuilder parameters = new StringBuilder("unnest($3::bigint[], $4::text[]");
    int position = 5;
    for (ContactField field : ContactField.values()) {
      parameters.append(", $").append(position++).append("::").append(field.parameterType());
    }
    return parameters
        + ", $%d::bigint[]) as given (id, platform_id, %s, source_app)"
            .formatted(position, ContactField.join(", ", ContactField::column));
  }

  /** The customer that a contact belongs to. */
  public record Owner(long workspaceId, long customerId) {}

  /**
   * A shop's contacts that a request lists.
   *
   * @param owner empty if the shop is unknown
   */
  record ShopContacts(Optional<Owner> owner, List<Contact> contacts) {}

  /** The contacts of the shop {@code domain} that have these platform ids. */
  static Future<ShopContacts> findByPlatformIds(
      SqlClient client, long workspaceId, String domain, Collection<String> platformIds) {
    return client
        .preparedQuery(NAMED_OF_SHOP)
        .execute(addPlatformIds(Tuple.of(workspaceId, domain), platformIds))
        .map(rows -> readShopContacts(workspaceId, rows));
  }

  /** The contacts of a customer that have these platform ids. */
  static Future<List<Contact>> findByPlatformIds(
      SqlClient client, Owner owner, Collection<String> platformIds) {
    return client
        .preparedQuery(NAMED_OF_CUSTOMER)
        .execute(addPlatformIds(Tuple.of(owner.workspaceId(), owner.customerId()), platformIds))
        .map(rows -> readShopContacts(owner.workspaceId(), rows).contacts());
  }

  private static Tuple addPlatformIds(Tuple shop, Collection<String> platformIds) {
    return shop.addArrayOfString(platformIds.toArray(String[]::new)).addLong(MAX_NAMED_BYTES);
  }

  private static ShopContacts readShopContacts(long workspaceId, RowSet<Row> rows) {
    Row first = rows.iterator().next();
    if (first.getLong("bytes") > MAX_NAMED_BYTES) {
      throw Failure.invalid(
          "/staff",
          "too_large",
          ("The stored data of these people holds %d bytes, but at most %d can be compared in one"
                  + " request: send fewer people at once")
              .formatted(first.getLong("bytes"), MAX_NAMED_BYTES));
    }
    return new ShopContacts(
        Optional.ofNullable(first.getLong("customer_id")).map(id -> new Owner(workspaceId, id)),
        readAll(rows));
  }

  /** The ids of contacts that an app added and that have none of these platform ids. */
  static Future<List<Long>> findOtherIds(
      SqlClient client, Owner owner, long appId, Collection<String> platformIds) {
    Tuple parameters =
        Tuple.of(owner.workspaceId(), owner.customerId(), appId)
            .addArrayOfString(platformIds.toArray(String[]::new));
    return client.preparedQuery(OTHERS_OF_APP).execute(parameters).map(Contacts::ids);
  }

  /** How many contacts a customer has. */
  static Future<Long> count(SqlClient client, Owner owner) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(owner.workspaceId(), owner.customerId()))
        .map(rows -> rows.iterator().next().getLong("contacts"));
  }

  /** The contacts of a customer that have these ids, in the order of the ids. */
  static Future<List<Contact>> findByIds(SqlClient client, Owner owner, Collection<Long> ids) {
    Tuple parameters =
        Tuple.of(owner.workspaceId(), owner.customerId()).addArrayOfLong(ids.toArray(Long[]::new));
    return client.preparedQuery(OF_IDS).execute(parameters).map(Contacts::readAll);
  }

  /** By id only: the console's paths don't name the workspace. */
  static Future<Optional<Owner>> ownerOf(SqlClient client, long id) {
    return client
        .preparedQuery(OWNER_OF)
        .execute(Tuple.of(id))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row -> new Owner(row.getLong("workspace_id"), row.getLong("customer_id"))));
  }

  /**
   * Returns the new contacts' ids; fails if a platform id is taken. The caller has locked the
   * customer.
   */
  static Future<List<Long>> insert(SqlConnection connection, Owner owner, List<Contact> contacts) {
    return connection.preparedQuery(INSERT).execute(columns(owner, contacts)).map(Contacts::ids);
  }

  private static List<Long> ids(RowSet<Row> rows) {
    return Rows.list(rows, row -> row.getLong("id"));
  }

  /** The caller has locked the customer. */
  static Future<Void> update(SqlConnection connection, Owner owner, List<Contact> contacts) {
    return connection.preparedQuery(UPDATE).execute(columns(owner, contacts)).mapEmpty();
  }

  /** Returns how many were deleted; the caller has locked the customer. */
  static Future<Integer> delete(
      SqlConnection connection, Owner owner, Collection<Long> contactIds) {
    Tuple parameters =
        Tuple.of(owner.workspaceId(), owner.customerId())
            .addArrayOfLong(contactIds.toArray(Long[]::new));
    return connection.preparedQuery(DELETE).execute(parameters).map(RowSet::rowCount);
  }

  private static Tuple columns(Owner owner, List<Contact> contacts) {
    int size = contacts.size();
    Tuple columns =
        Tuple.of(owner.workspaceId(), owner.customerId())
            .addArrayOfLong(Columns.of(contacts, new Long[size], Contact::id))
            .addArrayOfString(Columns.of(contacts, new String[size], Contact::platformId));
    for (ContactField field : ContactField.values()) {
      field.addTo(columns, contacts);
    }
    return columns.addArrayOfLong(
        Columns.of(contacts, new Long[size], contact -> contact.sourceApp().orElse(null)));
  }

  /** Skips rows without a contact, which come from outer joins. */
  static List<Contact> readAll(RowSet<Row> rows) {
    List<Contact> contacts = new ArrayList<>(rows.size());
    for (Row row : rows) {
      if (row.getLong("id") == null) {
        continue;
      }
      contacts.add(read(row));
    }
    return contacts;
  }

  static Contact read(Row row) {
    return new Contact(
        row.getLong("id"),
        row.getString("platform_id"),
        Contact.values(field -> field.read(row)),
        Optional.ofNullable(row.getLong("source_app")),
        row.getString("slug"));
  }
}
