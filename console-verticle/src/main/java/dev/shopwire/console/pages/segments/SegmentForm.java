package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.TimeFilters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The form with a segment, whose fields have the names of the API's JSON. */
final class SegmentForm {
  static final String TEXT = "text";
  static final String TIME_ZONE = "timezone";

  private static final String ID = "segment";
  private static final String BUTTON = "Save segment";

  private SegmentForm() {}

  static Form ofNew(PageRequest request) {
    return Form.of(ID, "", BUTTON, common(request).toArray(Field[]::new))
        .withValues(Map.of(TIME_ZONE, request.zone().getId()));
  }

  static Form ofEdit(PageRequest request) {
    Field announce =
        Field.checkbox("announce", "Announce")
            .withHint("Webhooks are sent for customers who enter or leave because of this change.");
    return Form.of(
        ID, "", BUTTON, Stream.concat(common(request), Stream.of(announce)).toArray(Field[]::new));
  }

  private static Stream<Field> common(PageRequest request) {
    return Stream.of(
        Field.text("name", "Name").required(),
        Field.textArea("description", "Description"),
        Field.source(TEXT, "Condition")
            .required()
            .withHint(
                "Such as cf:plan = \"pro\" AND cf:seats gte 100 AND NOT event:churn_risk performed"
                    + " within 30d"),
        Field.text(TIME_ZONE, "Time zone")
            .required()
            .withHint("Dates in the condition are days of it.")
            .withSuggestions(TimeFilters.zones(request)),
        Field.checkbox("tracked", "Tracked")
            .withHint("Members are stored, and webhooks announce each change of them."),
        Field.checkbox("public", "Public")
            .withHint("Apps see which of their customers are in it, if it is tracked."));
  }

  /** What the form shows about a segment of the API. */
  static FormData values(JsonNode segment) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : List.of("name", "description", TEXT, TIME_ZONE, "tracked", "public")) {
      values.put(name, segment.path(name).asText(""));
    }
    return FormData.of(values);
  }

  /**
   * The request with the line ends of the condition as programs write them, so that positions in it
   * are those that a program would get.
   */
  static PageRequest normalized(PageRequest request) {
    Map<String, List<String>> values = new LinkedHashMap<>(request.form().values());
    values.computeIfPresent(
        TEXT, (name, texts) -> texts.stream().map(text -> text.replace("\r\n", "\n")).toList());
    return request.withForm(new FormData(values));
  }
}
