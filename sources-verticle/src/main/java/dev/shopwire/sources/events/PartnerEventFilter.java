package dev.shopwire.sources.events;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.query.ShopParameters;
import dev.shopwire.sources.records.RecordKind;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The filters of the list, of which the dates are whole days in UTC, both included.
 *
 * @param from inclusive
 * @param until exclusive
 */
record PartnerEventFilter(
    ShopParameters customer,
    Optional<RecordKind> kind,
    Optional<Instant> from,
    Optional<Instant> until) {
  private static final List<String> NAMES = List.of("customerId", "kind", "startDate", "endDate");
  private static final List<String> KINDS =
      Arrays.stream(RecordKind.values()).map(RecordKind::id).toList();
  private static final int MAX_LENGTH = 64;

  private static final String CUSTOMER =
      """
      select id from tenancy_customers
      where workspace_id = $1 and ($2::bigint is null or id = $2) and ($3::text is null or domain = $3)
      """;
  private static final String SHOPS =
      """
      select shop from partner_shops where app_id = $1 and fetch_id = $2 and customer_id = $3
      order by shop
      """;

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  static PartnerEventFilter read(Query query) {
    ShopParameters customer = ShopParameters.read(query, List.of("customerId"));
    Optional<RecordKind> kind = query.choice("kind", KINDS).flatMap(RecordKind::of);
    Optional<LocalDate> first = date(query, "startDate");
    Optional<LocalDate> last = date(query, "endDate");
    if (first.isPresent() && last.isPresent() && last.get().isBefore(first.get())) {
      last = query.addError("endDate", "empty_range", "must not be before startDate");
    }
    return new PartnerEventFilter(
        customer,
        kind,
        first.map(PartnerEventFilter::startOf),
        last.map(day -> startOf(day.plusDays(1))));
  }

  /** What determines the list, for its cursors. */
  static List<String> criteria(Query query) {
    return query.rawValues(NAMES);
  }

  private static Instant startOf(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static Optional<LocalDate> date(Query query, String name) {
    return query
        .text(name, MAX_LENGTH)
        .flatMap(
            text -> {
              Optional<LocalDate> date = parse(text.strip());
              return date.isPresent()
                  ? date
                  : query.addError(name, "invalid_" + name, "must be a date such as 2026-03-29");
            });
  }

  private static Optional<LocalDate> parse(String text) {
    try {
      return text.matches("\\d{4}-\\d{2}-\\d{2}")
          ? Optional.of(LocalDate.parse(text)).filter(date -> date.getYear() >= 1)
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The shops of the requested customer; empty if none is requested. Fails with 404 if the
   * workspace has no such customer.
   */
  Future<Optional<List<String>>> shops(SqlClient client, ShownRecords shown) {
    if (!customer.isPresent()) {
      return Future.succeededFuture(Optional.empty());
    }
    return client
        .preparedQuery(CUSTOMER)
        .execute(
            Tuple.of(shown.workspaceId())
                .addLong(customer.id().orElse(null))
                .addString(customer.domain().orElse(null)))
        .map(
            rows ->
                Rows.first(rows, row -> row.getLong("id"))
                    .orElseThrow(() -> Failure.notFound("customer")))
        .compose(
            id -> client.preparedQuery(SHOPS).execute(Tuple.of(shown.appId(), shown.fetchId(), id)))
        .map(rows -> Optional.of(Rows.list(rows, row -> row.getString("shop"))));
  }
}
