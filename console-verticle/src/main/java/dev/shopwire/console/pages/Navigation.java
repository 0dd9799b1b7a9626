package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The links to the pages of a workspace that its visitor may see. */
public final class Navigation {
  /**
   * The order is Overview (o), Customers (c), Behavior (b), Affiliates (a), Webhooks (w), Settings
   * (s), System; those that have no page yet are left out.
   */
  private static final List<Entry> MAIN =
      List.of(new Entry("Settings", "s", "/settings/users", "/settings", AccessLevel.ANALYST));

  private static final List<Entry> SETTINGS =
      List.of(
          new Entry("Users", "", "/settings/users", "/settings/users", AccessLevel.ANALYST),
          new Entry("Audit log", "", "/settings/audit", "/settings/audit", AccessLevel.ADMIN),
          new Entry(
              "Workspace", "", "/settings/workspace", "/settings/workspace", AccessLevel.ADMIN));

  private Navigation() {}

  /**
   * @param key follows {@code g} as a shortcut; null for none
   * @param current the value of {@code aria-current}; null if it leads to another page
   */
  public record Link(String name, @Nullable String key, String href, @Nullable String current) {}

  /**
   * @param page the path of the page below its workspace
   * @param section the path that all pages of the section start with
   */
  private record Entry(String name, String key, String page, String section, AccessLevel least) {
    boolean isVisible(AccessLevel level) {
      return level.includes(least);
    }

    Link link(Frame frame, PageWorkspace workspace) {
      String current = null;
      if (frame.path().equals(workspace.path(page))) {
        current = "page";
      } else if (frame.path().startsWith(workspace.path(section))) {
        current = "true";
      }
      return new Link(name, key.isEmpty() ? null : key, workspace.path(page), current);
    }
  }

  /** Those of the workspace, or of the first one where the page belongs to none. */
  static List<Link> main(Frame frame) {
    if (frame.visitor().isEmpty() && frame.workspace().isEmpty()) {
      return List.of(new Link("Sign in", null, SignInPaths.SIGN_IN, null));
    }
    return workspace(frame).stream().flatMap(workspace -> links(MAIN, frame, workspace)).toList();
  }

  /** Those of the settings; empty on other pages. */
  static List<Link> settings(Frame frame) {
    return frame.workspace().stream()
        .filter(workspace -> frame.path().startsWith(workspace.path("/settings")))
        .flatMap(workspace -> links(SETTINGS, frame, workspace))
        .toList();
  }

  private static Stream<Link> links(List<Entry> entries, Frame frame, PageWorkspace workspace) {
    return entries.stream()
        .filter(entry -> entry.isVisible(workspace.level()))
        .map(entry -> entry.link(frame, workspace));
  }

  private static Optional<PageWorkspace> workspace(Frame frame) {
    return frame.workspace().or(() -> frame.visitor().flatMap(Navigation::first));
  }

  private static Optional<PageWorkspace> first(Visitor visitor) {
    return visitor.memberships().stream()
        .findFirst()
        .map(
            membership ->
                new PageWorkspace(
                    Long.parseLong(membership.workspaceId()),
                    membership.workspaceName(),
                    Optional.empty(),
                    false,
                    visitor.operator() ? AccessLevel.OPERATOR : membership.role()));
  }
}
