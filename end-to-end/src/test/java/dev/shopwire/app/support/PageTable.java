package dev.shopwire.app.support;

import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A table of a page with the values that programs read: of numbers and times those in their
 * attributes, of other cells the text.
 */
public record PageTable(List<String> columns, List<List<String>> rows) {

  /** The table with this caption. */
  public static PageTable of(PageBrowser browser, String caption) {
    Document page = browser.page();
    Element table =
        page.select("table").stream()
            .filter(each -> each.select("caption").text().equals(caption))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no table " + caption + " on " + page));
    return new PageTable(
        table.select("th[scope=col]").eachText(),
        table.select("tbody tr").stream()
            .map(row -> row.select("td").stream().map(PageTable::value).toList())
            .toList());
  }

  private static String value(Element cell) {
    Element data = cell.selectFirst("data");
    Element time = cell.selectFirst("time");
    if (data != null) {
      return data.attr("value");
    }
    return time == null ? cell.wholeText().strip() : time.attr("datetime");
  }

  /** The values of the column with this name. */
  public List<String> column(String name) {
    int index = columns.indexOf(name);
    return rows.stream().map(row -> row.get(index)).toList();
  }

  /** The values of the first columns. */
  public List<List<String>> first(int count) {
    return rows.stream().map(row -> row.subList(0, count)).toList();
  }
}
