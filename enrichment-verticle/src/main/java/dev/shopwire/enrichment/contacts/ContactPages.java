package dev.shopwire.enrichment.contacts;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a customer's contacts by pages, in the order in which they came. A page is bounded in bytes
 * too: one of long texts ends before it is full. Methods run on the caller's event loop.
 */
public final class ContactPages {
  /** The most rows of a page. */
  public static final int MAX_TAKE = 1_000;

  /** Of texts; as JSON text within JSON text a character takes up to seven. */
  private static final int PAGE_BYTES = 1 << 20;

  // Materialised, so that the planner doesn't walk all of the workspace's contacts in the order of
  // their ids to find this customer's; a range and no join, which it might carry out row by row
  // where it knows nothing of the workspace yet.
  private static final String PAGE =
      """
      with own as materialized (
        select id from contacts where workspace_id = $1 and customer_id = $2 %1$s
      ), taken as materialized (
        select id from own where id > $3 order by id limit $4
      ), page as materialized (
        select c.*, row_number() over page_order as number,
          sum(%2$s) over (page_order rows unbounded preceding) as bytes
        from contacts c
        where workspace_id = $1 and customer_id = $2 %1$s
          and id between (select min(id) from taken) and (select max(id) from taken)
        window page_order as (order by c.id)
      )
      select all_of.total, all_of.remaining, c.id, c.platform_id, c.first_name, c.last_name,
        c.email, c.account_owner, c.installer, c.tags, c.source_app, a.slug
      from (
        select count(*) as total, count(*) filter (where id > $3) as remaining from own
      ) all_of
      left join page c on c.number = 1 or c.bytes <= $5
      left join apps a on a.id = c.source_app
      order by c.id
      """;
  private static final String PAGE_OF_CUSTOMER = PAGE.formatted("", Contacts.SIZE);
  private static final String PAGE_OF_IDS = PAGE.formatted("and id = any ($6)", Contacts.SIZE);

  private ContactPages() {}

  /**
   * A page.
   *
   * @param total of the customer's contacts
   * @param cursor what the next page begins after; empty if this is the last one
   */
  public record Page(List<Contact> contacts, long total, Optional<Long> cursor) {

    public List<Map<String, @Nullable Object>> json() {
      List<Map<String, @Nullable Object>> json = new ArrayList<>(contacts.size());
      contacts.forEach(contact -> json.add(contact.json()));
      return json;
    }

    /** The cursor as answers have it. */
    public @Nullable String cursorText() {
      return cursor.map(id -> Long.toString(id)).orElse(null);
    }

    /** {@code {contacts: […], cursor, hasNextPage}}. */
    Map<String, @Nullable Object> answer() {
      Map<String, @Nullable Object> answer = new LinkedHashMap<>();
      answer.put("contacts", json());
      answer.put("cursor", cursorText());
      answer.put("hasNextPage", cursor.isPresent());
      return answer;
    }
  }

  /**
   * Up to {@code take} contacts of a customer.
   *
   * @param after the cursor of the page before, 0 for the first page
   */
  public static Future<Page> read(
      SqlClient client, int workspaceId, long customerId, long after, int take) {
    return client
        .preparedQuery(PAGE_OF_CUSTOMER)
        .execute(Tuple.of(workspaceId, customerId, after, (long) take, (long) PAGE_BYTES))
        .map(ContactPages::page);
  }

  /** Those of {@code ids} after {@code after}, as many as a page holds. */
  static Future<Page> read(SqlClient client, Contacts.Owner owner, List<Long> ids, long after) {
    return client
        .preparedQuery(PAGE_OF_IDS)
        .execute(
            Tuple.of(
                    owner.workspaceId(),
                    owner.customerId(),
                    after,
                    (long) MAX_TAKE,
                    (long) PAGE_BYTES)
                .addArrayOfLong(ids.toArray(Long[]::new)))
        .map(ContactPages::page);
  }

  private static Page page(RowSet<Row> rows) {
    Row first = rows.iterator().next();
    List<Contact> contacts = Contacts.readAll(rows);
    boolean more = first.getLong("remaining") > contacts.size();
    return new Page(
        contacts,
        first.getLong("total"),
        more ? Optional.of(contacts.get(contacts.size() - 1).id()) : Optional.empty());
  }
}
