package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.forms.Form;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A form that can also be tried: a further button submits it for a result that saves nothing. Where
 * scripts run, the result replaces a section of the page, also while a user types.
 *
 * @param trial the name of the button, which is submitted with the form
 * @param tried the names of the fields on which the result depends
 * @param target the id of the {@link LiveSection} with the result
 * @param cancel where the link Cancel leads
 * @param further the labels of buttons that show the form again, by their names
 */
public record Editor(
    Form form,
    String trial,
    String trialLabel,
    List<String> tried,
    String target,
    String cancel,
    Map<String, String> further)
    implements Part {
  public Editor(
      Form form,
      String trial,
      String trialLabel,
      List<String> tried,
      String target,
      String cancel) {
    this(form, trial, trialLabel, tried, target, cancel, Map.of());
  }

  /** What htmx loads the result upon. */
  public String trigger() {
    return Stream.concat(
            Stream.of("click"),
            form.fields().stream()
                .filter(field -> tried.contains(field.name()))
                .map(field -> "input delay:800ms from:#" + field.id(form.id())))
        .collect(Collectors.joining(", "));
  }

  @Override
  public String template() {
    return "editor";
  }
}
