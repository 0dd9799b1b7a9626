package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Faults.Fault;
import dev.shopwire.console.pages.forms.Field;
import java.util.List;
import java.util.Optional;

/**
 * Counts the faults of a submitted form and links their fields.
 *
 * @param formId the prefix of the fields' ids
 */
public record FaultAlert(String formId, List<Field> fields, Faults faults) implements Part {
  public String heading() {
    int count = faults.all().size();
    return count == 1 ? "There is 1 problem" : "There are " + count + " problems";
  }

  /** The field that a fault is about, if the form has it. */
  public Optional<Field> field(Fault fault) {
    return fields.stream()
        .filter(field -> field.name().equals(fault.field()) && !field.is(Field.Kind.HIDDEN))
        .findFirst();
  }

  @Override
  public String template() {
    return "fault-alert";
  }
}
