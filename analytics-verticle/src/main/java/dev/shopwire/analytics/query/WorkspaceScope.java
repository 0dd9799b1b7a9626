package dev.shopwire.analytics.query;

import dev.shopwire.common.query.AppScope;

/** The scope of reads over all apps of a workspace. */
public final class WorkspaceScope {
  private WorkspaceScope() {}

  /** The ids of apps are positive: in turns with them, the workspace counts as one more app. */
  public static AppScope of(long workspaceId) {
    return new AppScope(workspaceId, -workspaceId);
  }
}
