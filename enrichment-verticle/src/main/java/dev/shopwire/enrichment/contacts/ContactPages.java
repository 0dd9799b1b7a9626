package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.query.PageSize;
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
 * Reads a customer's contacts page by page, in the order of their ids. A page is limited in bytes
 * too: with long texts it has fewer rows. Methods run on the caller's event loop.
 */
public final class ContactPages {
  /** Limits a page's texts; a character may become seven as JSON within JSON. */
  private static final int PAGE_BYTES = 1 << 20;

  // Materialized, so that the planner doesn't scan all of the workspace's contacts in id order to
  // find this customer's; and a range instead of a join, which it might run row by row while it has
  // no statistics for the workspace.
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
      select all_of.total, all_of.remaining, %3$s
      from (
        select count(*) as total, count(*) filter (where id > $3) as remaining from own
      ) all_of
      left join page c on c.number = 1 or c.bytes <= $5
      left join tenancy_apps a on a.id = c.source_app
      order by c.id
      """;
  private static final String PAGE_OF_CUSTOMER =
      PAGE.formatted("", Contacts.SIZE, Contacts.COLUMNS);
  private static final String PAGE_OF_IDS =
      PAGE.formatted("and id = any ($6)", Contacts.SIZE, Contacts.COLUMNS);

  private ContactPages() {}

  /**
   * A page of contacts.
   *
   * @param total how many contacts there are on all pages
   * @param cursor the id after which the next page starts; empty if this is the last one
   */
  public record Page(List<Contact> contacts, long total, Optional<Long> cursor) {

    public List<Map<String, @Nullable Object>> json() {
      List<Map<String, @Nullable Object>> json = new ArrayList<>(contacts.size());
      contacts.forEach(contact -> json.add(contact.json()));
      return json;
    }

    /** The cursor as it appears in responses. */
    public @Nullable String cursorText() {
      return cursor.map(id -> Long.toString(id)).orElse(null);
    }

    /** {@code {contacts: […], cursor, hasNextPage}}. */
    Map<String, @Nullable Object> pageJson() {
      Map<String, @Nullable Object> response = new LinkedHashMap<>();
      response.put("contacts", json());
      response.put("cursor", cursorText());
      response.put("hasNextPage", cursor.isPresent());
      return response;
    }
  }

  /**
   * Reads up to {@code take} contacts of a customer.
   *
   * @param after the cursor of the previous page, 0 for the first page
   */
  public static Future<Page> read(
      SqlClient client, long workspaceId, long customerId, long after, int take) {
    return client
        .preparedQuery(PAGE_OF_CUSTOMER)
        .execute(Tuple.of(workspaceId, customerId, after, (long) take, (long) PAGE_BYTES))
        .map(ContactPages::page);
  }

  /** Reads the contacts with these ids after the id {@code after}, up to one page. */
  static Future<Page> read(SqlClient client, Contacts.Owner owner, List<Long> ids, long after) {
    return client
        .preparedQuery(PAGE_OF_IDS)
        .execute(
            Tuple.of(
                    owner.workspaceId(),
                    owner.customerId(),
                    after,
                    (long) PageSize.MAX,
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
