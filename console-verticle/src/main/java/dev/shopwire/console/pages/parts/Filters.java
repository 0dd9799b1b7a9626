package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.util.List;
import java.util.Optional;

/**
 * The form with the filters of a page, whose values are in the page's address.
 *
 * @param path of the page
 */
public record Filters(String path, List<Field> fields, FormData values, Faults faults)
    implements Part {
  /** The prefix of its fields' ids. */
  public static final String ID = "filter";

  public Optional<String> fault(Field field) {
    return faults.of(field).map(field::describe);
  }

  /** The fields, those of one row together. */
  public List<List<Field>> rows() {
    return Field.rows(fields);
  }

  @Override
  public String template() {
    return "filters";
  }
}
