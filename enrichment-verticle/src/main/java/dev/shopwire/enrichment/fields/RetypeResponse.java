package dev.shopwire.enrichment.fields;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.enrichment.fields.RetypeCheck.Result;
import dev.shopwire.enrichment.fields.ValuePages.Entry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds {@code {"retype": {"converted", "failed", "examples"}}}. */
final class RetypeResponse {
  private static final int MAX_SHOWN = 200;

  private static final String EXAMPLES =
      """
      select e.customer_id, c.domain, a.id as app_id, a.slug, e.text
      from unnest($2::bigint[], $3::bigint[], $4::text[]) with ordinality
        as e (customer_id, app_id, text, place)
      join tenancy_customers c on c.workspace_id = $1 and c.id = e.customer_id
      left join tenancy_apps a on a.workspace_id = $1 and a.id = e.app_id
      order by e.place
      """;

  /** The response for a field that already has the type. */
  static final JsonResponse UNCHANGED = json(0, 0, List.of());

  private RetypeResponse() {}

  static Future<JsonResponse> of(SqlClient client, long workspaceId, Result found) {
    return examples(client, workspaceId, found.examples())
        .map(examples -> json(found.converted(), found.failed(), examples));
  }

  private static JsonResponse json(
      long converted, long failed, List<Map<String, @Nullable Object>> examples) {
    Map<String, Object> retype = new LinkedHashMap<>();
    retype.put("converted", converted);
    retype.put("failed", failed);
    retype.put("examples", examples);
    return JsonResponse.of(Map.of("retype", retype));
  }

  private static Future<List<Map<String, @Nullable Object>>> examples(
      SqlClient client, long workspaceId, List<Entry> entries) {
    if (entries.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    int size = entries.size();
    Tuple parameters =
        Tuple.of(workspaceId)
            .addArrayOfLong(Columns.of(entries, new Long[size], Entry::customerId))
            .addArrayOfLong(Columns.of(entries, new Long[size], Entry::appId))
            .addArrayOfString(
                Columns.of(entries, new String[size], entry -> truncate(entry.text())));
    return client
        .preparedQuery(EXAMPLES)
        .execute(parameters)
        .map(
            rows -> {
              List<Map<String, @Nullable Object>> examples = new ArrayList<>(rows.size());
              rows.forEach(row -> examples.add(example(row)));
              return examples;
            });
  }

  private static Map<String, @Nullable Object> example(Row row) {
    Long app = row.getLong("app_id");
    Map<String, @Nullable Object> example = new LinkedHashMap<>();
    example.put("customerId", CustomerId.of(row.getLong("customer_id")));
    example.put("myplatformDomain", row.getString("domain"));
    example.put("app", app == null ? null : FieldHandlers.app(app, row.getString("slug")));
    example.put("value", row.getString("text"));
    return example;
  }

  /** Truncated and in quotation marks, for an error message. */
  static String quoted(String text) {
    return '"' + truncate(text) + '"';
  }

  private static String truncate(String text) {
    return StorableText.length(text) <= MAX_SHOWN
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_SHOWN)) + "…";
  }
}
