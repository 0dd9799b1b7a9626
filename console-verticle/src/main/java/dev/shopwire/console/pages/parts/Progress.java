package dev.shopwire.console.pages.parts;

/**
 * How far long work has come. While it runs, the script loads the part anew; without one, its link
 * does.
 *
 * @param id unique on the page
 * @param total how much there is to do
 * @param status what the bar says, in words
 * @param path of the page, which can be reloaded
 */
public record Progress(
    String id, String name, long done, long total, String status, boolean isRunning, String path)
    implements Part {
  @Override
  public String template() {
    return "progress";
  }
}
