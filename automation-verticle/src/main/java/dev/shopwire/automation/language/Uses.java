package dev.shopwire.automation.language;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.language.kinds.Kinds;
import dev.shopwire.automation.language.kinds.UseCollector;
import java.util.Set;

/**
 * The ids of what a condition itself refers to, not by what it nests.
 *
 * @param apps that are named, not the owners of fields
 */
public record Uses(Set<Long> fields, Set<Long> apps, Set<Long> segments, Set<Long> affiliates) {
  public Uses {
    fields = Set.copyOf(fields);
    apps = Set.copyOf(apps);
    segments = Set.copyOf(segments);
    affiliates = Set.copyOf(affiliates);
  }

  public static Uses of(Condition condition) {
    UseCollector uses = new UseCollector();
    condition.leaves().forEach(leaf -> Kinds.uses(leaf, uses));
    return new Uses(uses.fields(), uses.apps(), uses.segments(), uses.affiliates());
  }
}
