package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf.ContactLeaf;
import dev.shopwire.automation.sql.ContactSql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;

/** The number of a customer's contacts that satisfy the filters, and the newest of them. */
final class ContactFacts implements LeafFacts {
  private final ContactLeaf leaf;

  ContactFacts(ContactLeaf leaf) {
    this.leaf = leaf;
  }

  @Override
  public Future<Facts> read(Subject subject) {
    return subject
        .query(
            scope ->
                """
                select c.id as contact, c.email, %s as role, count(*) over () as count
                from %s and c.customer_id = k.id
                order by c.created_at desc, c.id desc limit %s"""
                    .formatted(
                        ContactSql.ROLE,
                        ContactSql.rows(scope, leaf),
                        scope.add((long) Facts.MAX_EVIDENCE)),
            row -> row)
        .map(
            rows ->
                new Facts(
                    FactJson.number(rows.isEmpty() ? 0 : rows.get(0).getLong("count")),
                    evidence(rows),
                    Optional.empty()));
  }

  private static List<ObjectNode> evidence(List<Row> rows) {
    return rows.stream()
        .map(
            row -> {
              ObjectNode json = FactJson.object();
              json.put("contactId", row.getLong("contact").toString());
              json.put("role", row.getString("role"));
              json.set("email", FactJson.text(row.getString("email")));
              return json;
            })
        .toList();
  }
}
