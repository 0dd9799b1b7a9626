package dev.shopwire.common.contracts;

/**
 * A console request.
 *
 * @param id from the path: of a workspace, app, field, customer, contact or other resource
 * @param body JSON text, empty if the request has none
 */
public record AdminRequest(long id, String body) {

  /** The id of a resource with int ids; -1, which no resource has, if it is out of range. */
  public int intId() {
    return id > Integer.MAX_VALUE ? -1 : (int) id;
  }
}
