package dev.shopwire.benchmarks.fieldstorage;

import java.util.List;

/** A way to store the values of custom fields. */
enum Layout {
  /** The service's layout: one row per value. */
  VALUES(
      "one row a value",
      "custom_field_values",
      """
      from custom_field_values d
      join custom_field_values s on s.workspace_id = d.workspace_id and s.customer_id = d.customer_id
      where d.workspace_id = 1 and d.field_id = {plan} and d.text_value = '{name}'
        and s.workspace_id = 1 and s.field_id = {seats} and s.number_value >= {least}
      """,
      """
      from custom_field_values d
      where d.workspace_id = 1 and d.field_id = {active} and d.boolean_value
      """,
      """
      update custom_field_values set number_value = $2::int
      where workspace_id = 1 and customer_id = $1 and field_id = {seats} and app_id = 0
      """),

  DOCUMENTS_GIN(
      "documents, GIN",
      "benchmark_documents",
      """
      from benchmark_documents d
      where d.workspace_id = 1 and d.fields @> '{"plan":"{name}"}'
        and (d.fields -> 'seats')::numeric >= {least}
      """,
      """
      from benchmark_documents d where d.workspace_id = 1 and d.fields @> '{"active":true}'
      """,
      Layout.CHANGE_DOCUMENT),

  /** Has indexes only for fields that were foreseen, so none for the boolean one. */
  DOCUMENTS_EXPRESSIONS(
      "documents, two expression indexes",
      "benchmark_documents",
      """
      from benchmark_documents d
      where d.workspace_id = 1 and d.fields ->> 'plan' = '{name}'
        and (d.fields -> 'seats')::numeric >= {least}
      """,
      """
      from benchmark_documents d where d.workspace_id = 1 and (d.fields -> 'active')::boolean
      """,
      Layout.CHANGE_DOCUMENT);

  private static final String CHANGE_DOCUMENT =
      """
      update benchmark_documents set fields = jsonb_set(fields, '{seats}', to_jsonb($2::int))
      where workspace_id = 1 and customer_id = $1
      """;

  // As in the console's list of fields (CustomFields.SELECT_LISTED).
  private static final String HOLDERS =
      """
      from (
        select v.customer_id from custom_field_values v
          where v.workspace_id = f.workspace_id and v.field_id = f.id and number_value is not null
        union all select v.customer_id from custom_field_values v
          where v.workspace_id = f.workspace_id and v.field_id = f.id and text_value is not null
        union all select v.customer_id from custom_field_values v
          where v.workspace_id = f.workspace_id and v.field_id = f.id and boolean_value is not null
        union all select v.customer_id from custom_field_values v
          where v.workspace_id = f.workspace_id and v.field_id = f.id and long_value is not null
      ) holder
      """;
  private static final String HOLDERS_OF_VALUES =
      """
      select f.id, f.owner_app, f.name, f.type, f.scope, f.private, a.slug,
        case f.scope when 'all-apps' then (select count(distinct customer_id) %1$s)
          else (select count(*) %1$s) end as customers
      from custom_fields f left join apps a on a.id = f.owner_app
      where f.workspace_id = 1 and f.id > 0 order by f.id limit 100
      """
          .formatted(HOLDERS);
  private static final String HOLDERS_OF_DOCUMENTS =
      """
      select name, count(*) from benchmark_documents d, jsonb_object_keys(d.fields) name
      where d.workspace_id = 1 group by name
      """;

  private final String title;
  private final String table;
  private final String pair;
  private final String flag;
  private final String change;

  Layout(String title, String table, String pair, String flag, String change) {
    this.title = title;
    this.table = table;
    this.pair = pair;
    this.flag = flag;
    this.change = change;
  }

  /** Statements for the indexes in addition to the primary key. */
  record Indexes(List<String> create, List<String> drop) {}

  Indexes indexes() {
    return switch (this) {
      case VALUES -> new Indexes(List.of(), List.of());
      case DOCUMENTS_GIN ->
          new Indexes(
              List.of(
                  "create index benchmark_documents_gin on benchmark_documents"
                      + " using gin (fields jsonb_path_ops)"),
              List.of("drop index benchmark_documents_gin"));
      case DOCUMENTS_EXPRESSIONS ->
          new Indexes(
              List.of(
                  "create index benchmark_documents_seats on benchmark_documents"
                      + " (workspace_id, ((fields -> 'seats')::numeric), customer_id)",
                  "create index benchmark_documents_plan on benchmark_documents"
                      + " (workspace_id, (fields ->> 'plan'), customer_id)"),
              List.of(
                  "drop index benchmark_documents_seats", "drop index benchmark_documents_plan"));
    };
  }

  String title() {
    return title;
  }

  String table() {
    return table;
  }

  /** The rows {@code d} that match a condition, one per customer; conditions may be appended. */
  String source(Condition condition, Fields fields) {
    return condition.fill(fields.fill(condition == Condition.BOOLEAN ? flag : pair));
  }

  String count(String source) {
    return "select count(*) " + source;
  }

  /** The first 50 customers by id whose id is greater than {@code after}. */
  String page(String source, long after) {
    return """
    select c.id, c.domain from (
      select d.customer_id %s and d.customer_id > %d order by d.customer_id limit 50
    ) page join customers c on c.workspace_id = 1 and c.id = page.customer_id order by c.id
    """
        .formatted(source, after);
  }

  /** Counts the customers that have a value, for each field. */
  String holders() {
    return this == VALUES ? HOLDERS_OF_VALUES : HOLDERS_OF_DOCUMENTS;
  }

  /** Sets the seats of customer $1 to $2. */
  String change(Fields fields) {
    return this == VALUES ? fields.fill(change) : change;
  }
}
