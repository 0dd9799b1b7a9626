package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A form that asks for something without changing anything, so that its values are in the address
 * of the answer. Filters of a list are {@link Filters}.
 *
 * @param id unique on the page, the prefix of its fields' ids
 * @param name for those who don't see it
 * @param path of the page that answers
 * @param fixed hidden fields with their values
 * @param button the label of its button
 */
public record Question(
    String id,
    String name,
    String path,
    List<Field> fields,
    Map<String, String> fixed,
    FormData values,
    Faults faults,
    String button)
    implements Part {

  public Optional<String> fault(Field field) {
    return faults.of(field).map(field::describe);
  }

  @Override
  public String template() {
    return "question";
  }
}
