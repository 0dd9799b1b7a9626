package dev.shopwire.console.pages;

import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Notice;
import dev.shopwire.console.pages.parts.Part;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Says on a page what became of a form. */
public final class Outcomes {
  private Outcomes() {}

  /**
   * What was done, if the address says so.
   *
   * @param texts by the values of {@link PageRequest#done} that the page uses; others say nothing
   */
  public static List<Part> notice(PageRequest request, Map<String, String> texts) {
    return Stream.ofNullable(texts.get(request.query().get("done")))
        .<Part>map(Notice::new)
        .toList();
  }

  /** The summary of a form's faults, if it was submitted and has some. */
  public static List<Part> alert(Form form, Submission submission) {
    return submission.formId().equals(form.id()) && !submission.faults().isEmpty()
        ? List.of(new FaultAlert(form.id(), form.fields(), submission.faults()))
        : List.of();
  }
}
