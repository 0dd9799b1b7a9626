package dev.shopwire.automation.sql;

import static java.util.Map.entry;

import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.ContactLeaf;
import dev.shopwire.automation.conditions.Leaf.CreditLeaf;
import dev.shopwire.automation.conditions.Leaf.EventLeaf;
import dev.shopwire.automation.conditions.Leaf.EveryoneLeaf;
import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.conditions.Leaf.LifecycleLeaf;
import dev.shopwire.automation.conditions.Leaf.MemberLeaf;
import dev.shopwire.automation.conditions.Leaf.PageLeaf;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.conditions.Leaf.SessionsLeaf;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.function.BiFunction;

/** Which class writes the SQL of which kind of leaf. */
final class LeafKinds {
  private static final Map<Class<? extends Leaf>, BiFunction<SqlScope, Leaf, LeafSql>> KINDS =
      Map.ofEntries(
          kind(
              FieldLeaf.class,
              (scope, leaf) ->
                  leaf.path().isPresent()
                      ? new FieldPathSql(scope, leaf)
                      : new FieldSql(scope, leaf)),
          kind(MemberLeaf.class, MemberSql::new),
          kind(EventLeaf.class, EventSql::of),
          kind(PageLeaf.class, EventSql::of),
          kind(SessionsLeaf.class, SessionsSql::new),
          kind(ContactLeaf.class, ContactSql::new),
          kind(CreditLeaf.class, CreditSql::new),
          kind(LifecycleLeaf.class, LifecycleSql::new),
          kind(SegmentLeaf.class, SegmentSql::new),
          kind(EveryoneLeaf.class, (scope, leaf) -> new EveryoneSql()));

  private LeafKinds() {}

  private static <L extends Leaf>
      Entry<Class<? extends Leaf>, BiFunction<SqlScope, Leaf, LeafSql>> kind(
          Class<L> kind, BiFunction<SqlScope, L, LeafSql> sql) {
    return entry(kind, (scope, leaf) -> sql.apply(scope, kind.cast(leaf)));
  }

  /** All kinds: a test compares them with the leaves that there are. */
  static Set<Class<? extends Leaf>> all() {
    return KINDS.keySet();
  }

  static LeafSql sql(SqlScope scope, Leaf leaf) {
    BiFunction<SqlScope, Leaf, LeafSql> kind = KINDS.get(leaf.getClass());
    if (kind == null) {
      throw new IllegalArgumentException(leaf.getClass().getSimpleName() + " has no SQL");
    }
    return kind.apply(scope, leaf);
  }
}
