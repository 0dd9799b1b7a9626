package dev.shopwire.console.pages.forms;

/**
 * What was submitted to a page and why it was not accepted.
 *
 * @param formId which of the page's forms; empty if none was
 */
public record Submission(String formId, FormData values, Faults faults) {
  public static final Submission NONE = new Submission("", FormData.EMPTY, Faults.NONE);
}
