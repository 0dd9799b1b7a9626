package dev.shopwire.common.contracts;

/**
 * A call of the console.
 *
 * @param id from the path: of the workspace, app, field, customer or contact that the call is about
 * @param body JSON text, empty where the call has none
 */
public record AdminRequest(long id, String body) {

  /** The id of something whose ids are ints; an id beyond them is nobody's. */
  public int intId() {
    return id > Integer.MAX_VALUE ? -1 : (int) id;
  }
}
