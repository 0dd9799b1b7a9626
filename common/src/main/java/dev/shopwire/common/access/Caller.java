package dev.shopwire.common.access;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Who makes a console request, and what they may do in its workspace. The console determines it; it
 * travels with each console contract, so that the role that makes a change can record it in the
 * same transaction ({@code AuditLog}).
 *
 * @param level in the workspace of the request
 * @param workspaceId of the resource that the request is about; 0 if it belongs to none
 * @param address the client's IP address
 * @param requestId of the HTTP request
 */
public record Caller(
    Actor actor, AccessLevel level, long workspaceId, String address, String requestId) {

  /** Private custom fields don't exist for analysts. */
  @JsonIgnore
  public boolean seesPrivateFields() {
    return level.includes(AccessLevel.ADMIN);
  }

  /** The same caller in a workspace that is known only now, such as one that they create. */
  public Caller in(long workspace) {
    return new Caller(actor, level, workspace, address, requestId);
  }
}
