package dev.shopwire.app.console.access;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import java.util.Set;

/**
 * The least roles that the contract asks for pages and their forms. The list of pages may ask for
 * more, never for less.
 */
final class ContractPages {
  private static final Set<String> OPEN =
      Set.of("/console/setup", "/console/invite", "/console/reset", "/console/sign-in");
  private static final Set<String> OF_OPERATORS = Set.of("/console/system");
  private static final Set<String> READ_BY_ADMINS =
      Set.of(
          "/settings/fields/:id/promote",
          "/segments/new",
          "/segments/:id/edit",
          "/webhooks/new",
          "/webhooks/:id/replay",
          "/settings/apps/:id",
          "/settings/databases/new",
          "/settings/databases/:id/edit",
          "/settings/databases/:id/new-query",
          "/settings/linked-queries/:id/edit",
          "/settings/audit",
          "/settings/workspace");

  /** One's own saved views, and a form that stores nothing. */
  private static final Set<String> WRITTEN_BY_ANALYSTS =
      Set.of("/settings/views", "/webhooks/verify");

  private ContractPages() {}

  static AccessLevel reader(ConsolePage page) {
    if (!page.isOfWorkspace()) {
      return outside(page);
    }
    return READ_BY_ADMINS.contains(page.pathInWorkspace())
        ? AccessLevel.ADMIN
        : AccessLevel.ANALYST;
  }

  static AccessLevel writer(ConsolePage page) {
    if (!page.isOfWorkspace()) {
      return outside(page);
    }
    return WRITTEN_BY_ANALYSTS.contains(page.pathInWorkspace())
        ? AccessLevel.ANALYST
        : AccessLevel.ADMIN;
  }

  private static AccessLevel outside(ConsolePage page) {
    if (OPEN.contains(page.path())) {
      return AccessLevel.NONE;
    }
    return OF_OPERATORS.contains(page.path()) ? AccessLevel.OPERATOR : AccessLevel.USER;
  }
}
