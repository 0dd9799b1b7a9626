package dev.shopwire.console.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.Frame.Width;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the list of pages and the navigation that is made from it. */
class NavigationTest {
  private static Frame frame(AccessLevel level, String path) {
    Visitor visitor =
        new Visitor(
            "7",
            "a@b.example",
            "Anna",
            level == AccessLevel.OPERATOR,
            true,
            Optional.empty(),
            "system",
            true,
            List.of(new Visitor.Membership("5", "First", AccessLevel.ANALYST)),
            "csrf");
    Optional<PageWorkspace> workspace =
        path.startsWith("/console/w/1")
            ? Optional.of(new PageWorkspace(1, "Acme", Optional.empty(), false, level))
            : Optional.empty();
    return new Frame("x", Optional.of(visitor), workspace, path, ZoneOffset.UTC, Width.WIDE);
  }

  private static List<String> names(List<Navigation.Link> links) {
    return links.stream().map(Navigation.Link::name).toList();
  }

  @Test
  void everySectionLeadsToAPageThatTheVisitorMaySee() {
    for (AccessLevel level :
        List.of(AccessLevel.ANALYST, AccessLevel.ADMIN, AccessLevel.OWNER, AccessLevel.OPERATOR)) {
      for (Navigation.Link link : Navigation.main(frame(level, "/console/w/1/settings/users"))) {
        ConsolePage page =
            Arrays.stream(ConsolePage.values())
                .filter(each -> each.path(1).equals(link.href()))
                .findFirst()
                .orElseThrow();
        assertTrue(level.includes(page.reader().orElseThrow()), link::toString);
      }
    }
  }

  @Test
  void theSettingsListWhatTheRoleMaySee() {
    assertEquals(
        List.of("Users", "Saved views"),
        names(Navigation.ofSection(frame(AccessLevel.ANALYST, "/console/w/1/settings/users")))
            .stream()
            .filter(Set.of("Users", "Audit log", "Saved views", "Workspace")::contains)
            .toList());
    assertTrue(
        names(Navigation.ofSection(frame(AccessLevel.ADMIN, "/console/w/1/settings/users")))
            .containsAll(List.of("Users", "Audit log", "Saved views", "Workspace")));
  }

  @Test
  void theCurrentPageAndItsSectionAreMarked() {
    Frame frame = frame(AccessLevel.ADMIN, "/console/w/1/settings/audit");
    Navigation.Link settings =
        Navigation.main(frame).stream()
            .filter(link -> link.name().equals("Settings"))
            .findFirst()
            .orElseThrow();
    assertEquals("true", settings.current());
    assertEquals("s", settings.key());
    assertEquals(
        List.of("Audit log"),
        Navigation.ofSection(frame).stream()
            .filter(link -> "page".equals(link.current()))
            .map(Navigation.Link::name)
            .toList());
    assertEquals("Settings", frame.section());
  }

  @Test
  void outsideOfWorkspacesTheLinksLeadToTheFirstOne() {
    Frame frame = frame(AccessLevel.USER, "/console/account");
    assertFalse(Navigation.main(frame).isEmpty());
    assertTrue(
        Navigation.main(frame).stream().allMatch(link -> link.href().startsWith("/console/w/5")));
    assertEquals(List.of(), Navigation.ofSection(frame));
  }

  @Test
  void pagesAreListedOnceAndTheirNamesAreUniqueInASection() {
    Set<String> seen = new HashSet<>();
    for (ConsolePage page : ConsolePage.values()) {
      assertTrue(seen.add(page.path()), page::toString);
      assertTrue(page.reader().isPresent() || page.writer().isPresent(), page::toString);
      assertEquals(page.section().isPresent(), !page.menuName().isEmpty(), page::toString);
      page.section().ifPresent(section -> assertTrue(seen.add(section + " " + page.menuName())));
    }
  }
}
