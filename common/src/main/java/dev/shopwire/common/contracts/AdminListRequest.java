package dev.shopwire.common.contracts;

/**
 * The console asks for a page of a list.
 *
 * @param id from the path
 * @param take how many rows, from 1 to 1,000
 * @param after the id of the last row of the page before, 0 for the first page
 * @param search what a row must contain, empty for all
 */
public record AdminListRequest(long id, int take, long after, String search) {

  /** The id of something whose ids are ints; an id beyond them is nobody's. */
  public int intId() {
    return id > Integer.MAX_VALUE ? -1 : (int) id;
  }
}
