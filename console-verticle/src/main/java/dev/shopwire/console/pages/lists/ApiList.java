package dev.shopwire.console.pages.lists;

import dev.shopwire.common.role.Role;

/**
 * A list of the console's API.
 *
 * @param role the role that exports it
 * @param operation its id in the OpenAPI document
 * @param path of the operation, with its ids
 * @param id the id in the path; empty without one
 * @param rows the member of the response that has the rows
 */
public record ApiList(Role role, String operation, String path, String id, String rows) {

  /**
   * A list of a workspace.
   *
   * @param name its path below that of the workspace
   */
  public static ApiList ofWorkspace(
      Role role, String operation, long workspaceId, String name, String rows) {
    return new ApiList(
        role,
        operation,
        "/console/api/workspaces/%d/%s".formatted(workspaceId, name),
        Long.toString(workspaceId),
        rows);
  }
}
