package dev.shopwire.sources.report;

import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.figures.FigureRow;
import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.report.PairCustomers.Pair;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows behind a figure as the API shows them. Runs on the caller's event loop. */
final class RowJson {
  private static final int DIGITS = 6;

  private RowJson() {}

  /** The rows with their apps and customers, in the same order. */
  static Future<List<Map<String, @Nullable Object>>> of(
      SqlClient client, ReportScope scope, List<FigureRow> rows) {
    List<Pair> pairs = rows.stream().flatMap(row -> pair(row).stream()).toList();
    return new Workspaces(client)
        .slugs(scope.workspaceId())
        .compose(
            slugs ->
                PairCustomers.find(client, scope, pairs)
                    .map(
                        customers ->
                            rows.stream().map(row -> json(row, slugs, customers)).toList()));
  }

  private static Optional<Pair> pair(FigureRow row) {
    return Pair.of(row.appId(), row.shop());
  }

  private static Map<String, @Nullable Object> json(
      FigureRow row, Map<Long, String> slugs, Map<Pair, Map<String, String>> customers) {
    Map<String, Object> app = new LinkedHashMap<>();
    app.put("id", Long.toString(row.appId()));
    app.put("slug", slugs.getOrDefault(row.appId(), ""));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("app", app);
    json.put("customer", pair(row).map(customers::get).orElse(null));
    json.put("value", text(row.value()));
    json.put("events", row.recordIds());
    return json;
  }

  /** A value with the digits of rows. */
  static String text(Fraction value) {
    return value.round(DIGITS).toPlainString();
  }
}
