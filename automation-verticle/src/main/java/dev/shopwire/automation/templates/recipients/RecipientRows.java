package dev.shopwire.automation.templates.recipients;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.sql.ContactSql;
import dev.shopwire.automation.templates.recipients.TemplateFields.Target;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.common.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that read recipients. Methods run on the caller's event loop. */
final class RecipientRows {
  // "offset 0" keeps the planner from reading all rows, should it expect more ids.
  private static final String CUSTOMERS =
      """
      select c.id, c.domain, n.name, n.email
      from unnest($2::bigint[]) k (id)
      cross join lateral (
        select * from tenancy_customers o where o.workspace_id = $1 and o.id = k.id offset 0
      ) c
      left join lateral (
        select * from customer_names o where o.workspace_id = $1 and o.customer_id = k.id offset 0
      ) n on true
      """;
  private static final String CONTACTS =
      """
      select k.customer_id, k.id, c.first_name, c.last_name, c.email, %s as role
      from unnest($2::bigint[], $3::bigint[]) k (customer_id, id)
      cross join lateral (
        select * from customer_contacts o
        where o.workspace_id = $1 and o.id = k.id and o.customer_id = k.customer_id offset 0
      ) c
      """
          .formatted(ContactSql.ROLE);

  // Of a field with a value per app, named without an app, the value that was changed last.
  private static final String VALUES =
      """
      select customer_id, field_id, app, boolean_value, number_value, bytes > $5 as too_large,
        case when bytes <= $5 then coalesce(text_value, long_value) end as text
      from (
        select k.id as customer_id, f.id as field_id, f.app,
          v.boolean_value, v.number_value, v.text_value, v.long_value,
          sum(octet_length(coalesce(v.text_value, v.long_value, ''))) over (partition by k.id)
            as bytes
        from unnest($2::bigint[]) k (id)
        cross join unnest($3::bigint[], $4::bigint[]) f (id, app)
        cross join lateral (
          select * from customer_field_values o
          where o.workspace_id = $1 and o.customer_id = k.id and o.field_id = f.id
            and (f.app = 0 or o.app_id = f.app)
          order by o.changed_at desc nulls last, o.app_id limit 1
        ) v
      ) sized
      """;

  private RecipientRows() {}

  static Future<RowSet<Row>> customers(
      SqlClient client, long workspaceId, Collection<Long> customers) {
    return client
        .preparedQuery(CUSTOMERS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(customers.toArray(Long[]::new)));
  }

  static Future<RowSet<Row>> contacts(
      SqlClient client, long workspaceId, Collection<Recipient> recipients) {
    List<Recipient> contacts = recipients.stream().filter(Recipient::hasContact).toList();
    return client
        .preparedQuery(CONTACTS)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(contacts.stream().map(Recipient::customerId).toArray(Long[]::new))
                .addArrayOfLong(contacts.stream().map(Recipient::contactId).toArray(Long[]::new)));
  }

  static Future<RowSet<Row>> values(
      SqlClient client,
      long workspaceId,
      Collection<Long> customers,
      List<Target> fields,
      int maxValues) {
    return client
        .preparedQuery(VALUES)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(customers.toArray(Long[]::new))
                .addArrayOfLong(
                    fields.stream().map(target -> target.field().id()).toArray(Long[]::new))
                .addArrayOfLong(fields.stream().map(Target::app).toArray(Long[]::new))
                .addLong((long) maxValues));
  }

  /** The value of a row; while a field is converted, it may still be one of the former type. */
  static Optional<TemplateValue> value(Row row, Vocabulary.Type type) {
    Boolean bool = row.getBoolean("boolean_value");
    if (bool != null) {
      return Optional.of(TemplateValue.of(bool));
    }
    BigDecimal number = row.getBigDecimal("number_value");
    if (number != null) {
      return Optional.of(TemplateValue.of(number));
    }
    return text(row.getString("text"), type);
  }

  private static Optional<TemplateValue> text(@Nullable String text, Vocabulary.Type type) {
    if (text == null) {
      return Optional.empty();
    }
    if (type == Vocabulary.Type.JSON) {
      try {
        JsonNode json = Json.MAPPER.readTree(text);
        return TemplateValue.of(json);
      } catch (JsonProcessingException e) {
        // a text of before the field got the type json
      }
    }
    return TemplateValue.of(text);
  }
}
