package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;

/**
 * A console request for one page of a list.
 *
 * @param id from the path
 * @param take how many rows, from 1 to 1,000
 * @param after the id of the last row of the previous page, 0 for the first page
 * @param search text that a row must contain, empty for all rows
 * @param caller who makes the request
 */
public record AdminListRequest(long id, int take, long after, String search, Caller caller) {

  /** How many rows to query: one more than shown, to detect whether there is a next page. */
  public int rows() {
    return take + 1;
  }
}
