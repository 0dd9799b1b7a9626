package dev.shopwire.attribution.eligibility;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.attribution.eligibility.ExcludedShopsHandlers.App;
import dev.shopwire.common.audit.AuditEntry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the entries of the audit log about excluded shops. */
class ExclusionAuditTest {
  private static final App APP = new App(1, 2, "Reports");

  private static Set<String> shops(int count) {
    return IntStream.range(0, count)
        .mapToObj("s%05d.example.com"::formatted)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void anEntryHasBothLists() {
    AuditEntry entry = ExclusionAudit.replaced(APP, shops(1), shops(2));
    assertEquals(Map.of("shops", List.of("s00000.example.com"), "count", 1), entry.before());
    assertEquals(
        Map.of("shops", List.of("s00000.example.com", "s00001.example.com"), "count", 2),
        entry.after());
    assertEquals(new AuditEntry.AuditObject("app", "2", "Reports"), entry.object());
  }

  @Test
  void anEqualCountIsLeftOut() {
    AuditEntry entry =
        ExclusionAudit.replaced(APP, Set.of("a.example.com"), Set.of("b.example.com"));
    assertEquals(Map.of("shops", List.of("a.example.com")), entry.before());
    assertEquals(Map.of("shops", List.of("b.example.com")), entry.after());
  }

  @Test
  void aLongListIsTruncatedToOneHundredShops() {
    AuditEntry entry = ExclusionAudit.replaced(APP, shops(0), shops(10_000));
    assertEquals(Map.of("shops", shops(100).stream().toList(), "count", 10_000), entry.after());
  }
}
