package dev.shopwire.console.pages.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.console.pages.RequestFake;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.parts.LiveSection;
import dev.shopwire.console.pages.parts.MarkedText;
import dev.shopwire.console.pages.parts.Text;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how the faults of a condition are shown. */
class ConditionCheckTest {
  private static final String TEXT = "everyone AND\n  cf:seats gte \"many\"";

  private static Form form() {
    return SegmentForm.ofNew(RequestFake.of("/console/w/1/segments/new", Map.of()));
  }

  private static LiveSection invalid(ValidationError... errors) {
    return ConditionCheck.invalid(TEXT, form(), Faults.of(Failure.invalid(List.of(errors))));
  }

  @Test
  void aFaultIsShownInTheTextWithItsLineAndColumn() {
    LiveSection shown =
        invalid(ValidationError.ofText("/text", 28, 6, "type_mismatch", "expected a number"));
    assertEquals("There is 1 problem.", shown.status());
    assertEquals(new Text("Line 2, column 16: expected a number"), shown.parts().get(0));
    MarkedText marked = (MarkedText) shown.parts().get(1);
    assertEquals(
        List.of("\"many\""),
        marked.pieces().stream()
            .filter(MarkedText.Piece::isMarked)
            .map(MarkedText.Piece::text)
            .toList());
    assertEquals(
        TEXT, String.join("", marked.pieces().stream().map(MarkedText.Piece::text).toList()));
  }

  @Test
  void faultsOfOtherFieldsAreNamedAfterThem() {
    LiveSection shown =
        invalid(
            new ValidationError("/timezone", "invalid_timezone", "timezone must be an IANA name"),
            new ValidationError("/text", "too_long", "text must have at most 16384 characters"));
    assertEquals("There are 2 problems.", shown.status());
    assertEquals(
        List.of(
            new Text("Time zone must be an IANA name"),
            new Text("Condition must have at most 16384 characters")),
        shown.parts());
  }
}
