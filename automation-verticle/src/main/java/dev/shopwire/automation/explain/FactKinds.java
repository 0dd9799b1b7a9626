package dev.shopwire.automation.explain;

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
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Which class reads the facts of which kind of leaf. */
final class FactKinds {
  /** Of leaves without any; what a segment nests has facts of its own. */
  private static final LeafFacts NOTHING =
      subject -> Future.succeededFuture(new Facts(FactJson.missing(), List.of(), Optional.empty()));

  private static final Map<Class<? extends Leaf>, Function<Leaf, LeafFacts>> KINDS =
      Map.ofEntries(
          kind(FieldLeaf.class, FieldFacts::new),
          kind(MemberLeaf.class, MemberFacts::new),
          kind(EventLeaf.class, EventFacts::of),
          kind(PageLeaf.class, EventFacts::of),
          kind(SessionsLeaf.class, EventFacts::of),
          kind(ContactLeaf.class, ContactFacts::new),
          kind(CreditLeaf.class, CreditFacts::new),
          kind(LifecycleLeaf.class, LifecycleFacts::new),
          kind(SegmentLeaf.class, leaf -> NOTHING),
          kind(EveryoneLeaf.class, leaf -> NOTHING));

  private FactKinds() {}

  private static <L extends Leaf> Entry<Class<? extends Leaf>, Function<Leaf, LeafFacts>> kind(
      Class<L> kind, Function<L, LeafFacts> facts) {
    return entry(kind, leaf -> facts.apply(kind.cast(leaf)));
  }

  /** All kinds: a test compares them with the leaves that there are. */
  static Set<Class<? extends Leaf>> all() {
    return KINDS.keySet();
  }

  static LeafFacts of(Leaf leaf) {
    Function<Leaf, LeafFacts> kind = KINDS.get(leaf.getClass());
    if (kind == null) {
      throw new IllegalArgumentException(leaf.getClass().getSimpleName() + " has no facts");
    }
    return kind.apply(leaf);
  }
}
