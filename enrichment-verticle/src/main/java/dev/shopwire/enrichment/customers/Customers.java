package dev.shopwire.enrichment.customers;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.outbox.Topic.Change;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.enrichment.fields.LinkedRun;
import dev.shopwire.enrichment.fields.StoredValue;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads customers with their profiles and values, together with the current version of their
 * workspace's field definitions, in one statement. Methods run on the caller's event loop.
 */
public final class Customers {
  /**
   * Customers with more bytes of values are not read; far above the limit of pushes (FieldLimits).
   */
  private static final long MAX_READ_BYTES = 4 << 20;

  // Outer joins on a dummy row, so that an unknown customer also returns the version.
  private static final String READ =
      """
      select coalesce((select version from custom_field_catalogs where workspace_id = $1), 0)
          as catalog_version,%s
        c.id, c.domain, c.first_seen_at, c.last_seen_at, p.name, p.email,
        v.fields, v.apps, v.texts, v.bytes, v.queries, v.runs, v.read_times
      from (select) one
      left join tenancy_customers c on c.workspace_id = $1 and %s
      left join customer_profiles p on p.workspace_id = c.workspace_id and p.customer_id = c.id
      left join lateral (
        select sum(octet_length(text)) as bytes,
          case when sum(octet_length(text)) <= READABLE then array_agg(field_id) end as fields,
          case when sum(octet_length(text)) <= READABLE then array_agg(app_id) end as apps,
          case when sum(octet_length(text)) <= READABLE then array_agg(text) end as texts,
          %s
        from (
          select field_id, app_id, linked_query, linked_run, linked_read_at,
            coalesce(text_value, number_value::text, boolean_value::text, long_value) as text
          from custom_field_values
          where workspace_id = c.workspace_id and customer_id = c.id and %s
        ) value
      ) v on true
      """
          .replace("READABLE", Long.toString(MAX_READ_BYTES));

  /** Only the console shows which runs values are from. */
  private static final String WITHOUT_RUNS =
      "null::bigint[] as queries, null::bigint[] as runs, null::timestamptz[] as read_times";

  private static final String WITH_RUNS =
      """
      array_agg(linked_query) as queries, array_agg(linked_run) as runs,
          array_agg(linked_read_at) as read_times""";
  private static final String VALUES_OF_APP = "app_id in (0, $3)";
  private static final String READ_BY_DOMAIN =
      READ.formatted("", "c.domain = $2", WITHOUT_RUNS, VALUES_OF_APP);
  private static final String READ_BY_ID =
      READ.formatted("", "c.id = $2", WITHOUT_RUNS, VALUES_OF_APP);
  private static final String READ_ALL = READ.formatted("", "c.id = $2", WITH_RUNS, "true");

  // Values without a profile date from before every identify wrote a profile, or a flow set them.
  private static final String FOR_PUSH =
      """

        p.customer_id is not null or exists (
          select from custom_field_values k
          where k.workspace_id = c.workspace_id and k.customer_id = c.id
            and (k.changed_at is null or k.changed_app is not null)
        ) as identified,
        %s as heard,
      """
          .formatted(Outbox.subscribedTopicsSql("$1", "$3", Topic.causedBy(Change.IDENTIFY)));
  private static final String READ_FOR_PUSH =
      READ.formatted(FOR_PUSH, "c.domain = $2", WITHOUT_RUNS, VALUES_OF_APP);

  // By id only: the console's paths don't name the workspace.
  private static final String WORKSPACE_OF =
      "select workspace_id from tenancy_customers where id = $1";
  private static final String DOMAIN_OF =
      "select domain from tenancy_customers where workspace_id = $1 and id = $2";

  private Customers() {}

  /**
   * What one statement read.
   *
   * @param catalogVersion the version of the workspace's field definitions
   */
  public record Snapshot(long catalogVersion, Optional<Customer> customer) {}

  /**
   * What an identify needs to know before it writes.
   *
   * @param identified whether the customer was identified before
   * @param subscribedTopics the topics caused by pushes that an endpoint subscribes to
   */
  public record PushSnapshot(Snapshot snapshot, boolean identified, Set<Topic> subscribedTopics) {}

  /** Includes the values of {@code appId} and those without an app. */
  public static Future<PushSnapshot> readForPush(
      SqlClient client, long workspaceId, long appId, String domain) {
    return client
        .preparedQuery(READ_FOR_PUSH)
        .execute(Tuple.of(workspaceId, domain, appId))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new PushSnapshot(
                  snapshot(row),
                  row.getBoolean("identified"),
                  Topic.parseAll(row.getArrayOfStrings("heard")));
            });
  }

  /** Includes the values of {@code appId} and those without an app. */
  public static Future<Snapshot> read(
      SqlClient client, long workspaceId, long appId, String domain) {
    return query(client, READ_BY_DOMAIN, Tuple.of(workspaceId, domain, appId));
  }

  /** Includes the values of {@code appId} and those without an app. */
  public static Future<Snapshot> read(SqlClient client, long workspaceId, long appId, long id) {
    return query(client, READ_BY_ID, Tuple.of(workspaceId, id, appId));
  }

  /** Includes the values of all apps. */
  public static Future<Snapshot> readAll(SqlClient client, long workspaceId, long id) {
    return query(client, READ_ALL, Tuple.of(workspaceId, id));
  }

  private static Future<Snapshot> query(SqlClient client, String statement, Tuple parameters) {
    return client
        .preparedQuery(statement)
        .execute(parameters)
        .map(rows -> snapshot(rows.iterator().next()));
  }

  /**
   * @throws Failure 422 if there are more values than can be read at once
   */
  private static Snapshot snapshot(Row row) {
    Long bytes = row.getLong("bytes");
    if (bytes != null && bytes > MAX_READ_BYTES) {
      throw Failure.of(
          Code.INVALID,
          "customer_too_large",
          ("The custom fields of this customer hold %d bytes, but at most %d can be read at once:"
                  + " delete workspace fields in which it has large values")
              .formatted(bytes, MAX_READ_BYTES));
    }
    return new Snapshot(
        row.getLong("catalog_version"),
        row.getLong("id") == null
            ? Optional.empty()
            : Optional.of(readCustomer(row, readValues(row))));
  }

  /** The customer's workspace; fails with 404 if there is no such customer. */
  public static Future<Long> workspaceOf(SqlClient client, long customerId) {
    return client
        .preparedQuery(WORKSPACE_OF)
        .execute(Tuple.of(customerId))
        .map(
            rows ->
                Rows.first(rows, row -> row.getLong("workspace_id"))
                    .orElseThrow(() -> Failure.notFound("customer")));
  }

  /** The customer must exist. */
  public static Future<String> domainOf(SqlClient client, long workspaceId, long customerId) {
    return client
        .preparedQuery(DOMAIN_OF)
        .execute(Tuple.of(workspaceId, customerId))
        .map(rows -> rows.iterator().next().getString("domain"));
  }

  /** Reads a customer without values. */
  public static Customer readProfile(Row row) {
    return readCustomer(row, List.of());
  }

  private static Customer readCustomer(Row row, List<StoredValue> values) {
    return new Customer(
        row.getLong("id"),
        row.getString("domain"),
        row.getString("name"),
        row.getString("email"),
        row.getOffsetDateTime("first_seen_at"),
        row.getOffsetDateTime("last_seen_at"),
        values);
  }

  private static List<StoredValue> readValues(Row row) {
    Long[] fields = row.getArrayOfLongs("fields");
    if (fields == null) {
      return List.of();
    }
    Long[] apps = row.getArrayOfLongs("apps");
    String[] texts = row.getArrayOfStrings("texts");
    Long[] queries = row.getArrayOfLongs("queries");
    Long[] runs = row.getArrayOfLongs("runs");
    OffsetDateTime[] readTimes = row.getArrayOfOffsetDateTimes("read_times");
    List<StoredValue> values = new ArrayList<>(fields.length);
    for (int i = 0; i < fields.length; i++) {
      Optional<LinkedRun> source =
          queries == null || queries[i] == null
              ? Optional.empty()
              : Optional.of(new LinkedRun(queries[i], runs[i], readTimes[i]));
      values.add(new StoredValue(fields[i], apps[i], texts[i], source));
    }
    return values;
  }
}
