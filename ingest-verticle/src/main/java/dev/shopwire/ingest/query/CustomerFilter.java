package dev.shopwire.ingest.query;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Locale;
import java.util.Optional;

/** The parameter {@code customerId}: a shop's domain, or our own id, which is all digits. */
public final class CustomerFilter {
  private static final int MAX_LENGTH = 253;
  private static final int MAX_ID_DIGITS = 18;
  private static final String BY_DOMAIN =
      "select id from customers where workspace_id = $1 and domain = $2";
  private static final String BY_ID =
      "select id from customers where workspace_id = $1 and id = $2";

  private final Optional<String> given;

  private CustomerFilter(Optional<String> given) {
    this.given = given;
  }

  public static CustomerFilter read(Query query) {
    return new CustomerFilter(
        query.text("customerId", MAX_LENGTH).map(text -> text.strip().toLowerCase(Locale.ROOT)));
  }

  /** Whether one customer's events are asked for. */
  public boolean isGiven() {
    return given.isPresent();
  }

  /**
   * The customer's id, if one was asked for.
   *
   * @return fails with 404 if the workspace has no such customer
   */
  public Future<Optional<Long>> find(Snapshot snapshot, Caller caller) {
    if (given.isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    String text = given.get();
    boolean digits = text.matches("\\d{1," + MAX_ID_DIGITS + "}");
    return snapshot
        .query(
            digits ? BY_ID : BY_DOMAIN,
            Tuple.of(caller.workspaceId(), digits ? (Object) Long.parseLong(text) : text))
        .map(CustomerFilter::id);
  }

  private static Optional<Long> id(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw Failure.unknown("customer");
    }
    return Optional.of(rows.iterator().next().getLong("id"));
  }
}
