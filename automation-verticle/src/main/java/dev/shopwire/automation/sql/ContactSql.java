package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.ContactFilter;
import dev.shopwire.automation.conditions.Leaf.ContactLeaf;
import java.util.List;
import java.util.Set;

/** The SQL of a leaf on contacts. */
public final class ContactSql implements LeafSql {
  /** SQL for the role of the contact {@code c}. */
  public static final String ROLE =
      "case when c.account_owner then 'owner' when c.installer then 'installer'"
          + " else coalesce(c.tags[1], 'staff') end";

  private final SqlScope scope;
  private final ContactLeaf leaf;

  ContactSql(SqlScope scope, ContactLeaf leaf) {
    this.scope = scope;
    this.leaf = leaf;
  }

  private String contacts() {
    return rows(scope, leaf);
  }

  /** A from clause with a condition: the contacts {@code c} that satisfy the filters. */
  public static String rows(SqlScope scope, ContactLeaf leaf) {
    StringBuilder sql =
        new StringBuilder("customer_contacts c where c.workspace_id = ").append(scope.workspace());
    leaf.where().forEach(filter -> sql.append(" and ").append(test(scope, filter)));
    return sql.toString();
  }

  private static String test(SqlScope scope, ContactFilter filter) {
    String test =
        switch (filter.attribute()) {
          case ROLE -> TextTest.of(scope, filter.test()).any("(" + ROLE + ")");
          case TAG ->
              "exists (select from unnest(c.tags) as t (tag) where %s)"
                  .formatted(TextTest.of(scope, filter.test()).any("t.tag"));
          case EMAIL -> TextTest.ofFolded(scope, filter.test()).any(TextTest.folded("c.email"));
        };
    return filter.test().operator().isNegation() ? "(" + test + ") is not true" : test;
  }

  @Override
  public CustomerSet customers() {
    return leaf.count()
        .map(
            count -> new AmountSql(scope, count).customers("c.customer_id", contacts(), "count(*)"))
        .orElseGet(() -> CustomerSet.of("select c.customer_id from " + contacts()));
  }

  @Override
  public String test() {
    String ofCustomer = contacts() + " and c.customer_id = k.id";
    return leaf.count()
        .map(count -> new AmountSql(scope, count).test(ofCustomer, "count(*)"))
        .orElseGet(() -> "exists (select from " + ofCustomer + " offset 0)");
  }

  @Override
  public Set<String> reads() {
    return Set.of(Read.CONTACTS);
  }

  @Override
  public List<String> due(DueInterval interval) {
    return List.of();
  }

  @Override
  public TestCost cost() {
    return TestCost.FEW_ROWS;
  }
}
