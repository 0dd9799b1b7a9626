package dev.shopwire.automation.campaigns.audience;

import dev.shopwire.automation.campaigns.audience.AddressChoice.Kind;
import dev.shopwire.automation.segments.Resolved;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.ContactSql;
import dev.shopwire.automation.sql.SqlScope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the customers of an audience with their addresses, some at a time, by one statement: all
 * are of one moment, and memory is the same however many there are. For one audience; not
 * thread-safe.
 */
public final class AudienceReader {
  /** Addressees that the consumer gets at once. */
  public static final int BATCH = 1_000;

  private static final int FETCH = 1_000;

  // Addresses are looked up by key, whatever the planner expects: "offset 0" keeps it from joining.
  private static final String READ =
      """
      select k.customer_id, n.shop_email, c.contact_id, c.contact_email, c.role, c.account_owner
      from (select customer_id from (%1$s) m order by customer_id) k
      left join lateral (
        select o.email as shop_email from customer_names o
        where o.workspace_id = %2$s and o.customer_id = k.customer_id offset 0
      ) n on true
      left join lateral (
        select c.id as contact_id, c.email as contact_email, %3$s as role, c.account_owner
        from customer_contacts c
        where c.workspace_id = %2$s and c.customer_id = k.customer_id and c.email is not null
          and (%4$s)
        order by c.id offset 0
      ) c on true
      """;
  private static final String PLANNING_WITH_VALUES =
      "set local plan_cache_mode = force_custom_plan";

  private final SqlConnection connection;
  private final List<AddressChoice> choices;
  private final Function<List<Addressee>, Future<Void>> consumer;
  private final Promise<Totals> done = Promise.promise();
  private final List<Addressee> waiting = new ArrayList<>();
  private @Nullable CustomerAddresses current;
  private long customers;
  private long addressees;
  private long withoutAddress;

  /**
   * @param connection with a transaction
   * @param consumer gets up to {@link #BATCH} addressees at once, and the next ones once it is done
   */
  public AudienceReader(
      SqlConnection connection,
      List<AddressChoice> choices,
      Function<List<Addressee>, Future<Void>> consumer) {
    this.connection = connection;
    this.choices = List.copyOf(choices);
    this.consumer = consumer;
  }

  /**
   * What was read.
   *
   * @param addressees addresses, some perhaps several times
   * @param withoutAddress customers for whom no choice gives a valid address
   */
  public record Totals(long customers, long addressees, long withoutAddress) {}

  /**
   * Reads all customers, by ascending id.
   *
   * @param at what the condition is evaluated at
   */
  public Future<Totals> read(Resolved resolved, Instant at) {
    SqlScope scope = resolved.scope(at);
    String sql =
        READ.formatted(
            ConditionSql.members(scope, resolved.condition()),
            scope.workspace(),
            ContactSql.ROLE,
            contacts(scope));
    connection.query(PLANNING_WITH_VALUES).execute();
    return connection
        .prepare(sql)
        .compose(
            statement -> {
              Cursor cursor = statement.cursor(scope.parameters().tuple());
              next(cursor);
              return done.future()
                  .eventually(cursor::close)
                  .compose(totals -> statement.close().map(totals));
            });
  }

  /** SQL: which contacts one of the choices means. */
  private String contacts(SqlScope scope) {
    if (choices.stream().anyMatch(choice -> choice.kind() == Kind.CONTACTS)) {
      return "true";
    }
    List<String> sql = new ArrayList<>(List.of("false"));
    if (choices.stream().anyMatch(choice -> choice.kind() == Kind.OWNER)) {
      sql.add("c.account_owner");
    }
    String[] roles =
        choices.stream()
            .filter(choice -> choice.kind() == Kind.ROLE)
            .map(AddressChoice::role)
            .toArray(String[]::new);
    if (roles.length > 0) {
      sql.add("(%s) = any(%s::text[])".formatted(ContactSql.ROLE, scope.add(roles)));
    }
    return String.join(" or ", sql);
  }

  private void next(Cursor cursor) {
    cursor
        .read(FETCH)
        .compose(rows -> take(rows, !cursor.hasMore()))
        .onComplete(
            taken -> {
              if (cursor.hasMore()) {
                next(cursor);
              } else {
                done.complete(new Totals(customers, addressees, withoutAddress));
              }
            },
            done::fail);
  }

  private Future<Void> take(RowSet<Row> rows, boolean isLast) {
    for (Row row : rows) {
      if (current == null || !current.isOf(row.getLong("customer_id"))) {
        endCustomer();
        current = new CustomerAddresses(row);
      }
      current.add(row);
    }
    if (isLast) {
      endCustomer();
    }
    return hand(isLast ? 1 : BATCH);
  }

  private void endCustomer() {
    if (current == null) {
      return;
    }
    List<Addressee> chosen = current.choose(choices);
    current = null;
    customers++;
    addressees += chosen.size();
    withoutAddress += chosen.isEmpty() ? 1 : 0;
    waiting.addAll(chosen);
  }

  /** Gives the consumer what waits, unless it is less than {@code least}. */
  private Future<Void> hand(int least) {
    if (waiting.size() < least) {
      return Future.succeededFuture();
    }
    List<Addressee> head = waiting.subList(0, Math.min(BATCH, waiting.size()));
    List<Addressee> batch = List.copyOf(head);
    head.clear();
    return consumer.apply(batch).compose(consumed -> hand(least));
  }
}
