package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import java.util.List;
import java.util.Optional;

/**
 * The user who views a page.
 *
 * @param totp whether sign-in requires a code
 * @param timezone the one they chose; empty for the workspace's
 * @param theme system, light or dark
 * @param shortcuts whether single keys are shortcuts
 * @param csrfToken that forms of this session carry
 */
public record Visitor(
    String id,
    String email,
    String name,
    boolean operator,
    boolean totp,
    Optional<String> timezone,
    String theme,
    boolean shortcuts,
    List<Membership> memberships,
    String csrfToken) {

  /** A workspace that the user belongs to. */
  public record Membership(String workspaceId, String workspaceName, AccessLevel role) {}
}
