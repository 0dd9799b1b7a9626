package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.templates.InvalidTemplateException;
import dev.shopwire.automation.templates.TextTemplate;
import dev.shopwire.automation.templates.language.Span;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.language.TemplatePath.Fixed;
import dev.shopwire.automation.templates.language.UsedPath;
import dev.shopwire.automation.templates.recipients.TemplateFields;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Pointers;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks the placeholders in a webhook's data, and finds the custom fields that they name. */
final class PlaceholderFields {
  /** The others are about a mail and its recipient. */
  private static final Set<Fixed> KNOWN =
      EnumSet.of(Fixed.CUSTOMER_NAME, Fixed.CUSTOMER_EMAIL, Fixed.CUSTOMER_DOMAIN);

  private final TemplateFields names;

  PlaceholderFields(TemplateFields names) {
    this.names = names;
  }

  /** The fields by their paths, such as {@code cf.plan}. */
  Map<String, FieldRef> read(JsonNode data, String pointer, DefinitionFaults faults) {
    Map<String, FieldRef> fields = new TreeMap<>();
    read(data, pointer, faults, fields);
    return fields;
  }

  private void read(
      JsonNode value, String pointer, DefinitionFaults faults, Map<String, FieldRef> fields) {
    if (value.isTextual()) {
      text(new Text(value.textValue(), pointer, faults), fields);
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      read(value.get(i), pointer + "/" + i, faults, fields);
    }
    value
        .properties()
        .forEach(
            member ->
                read(member.getValue(), Pointers.field(pointer, member.getKey()), faults, fields));
  }

  /** A text of the data. */
  private record Text(String source, String pointer, DefinitionFaults faults) {
    void fault(Span span, String code, String message) {
      int start = source.codePointCount(0, span.position());
      int end = span.position() + span.length();
      int length = source.codePointCount(span.position(), end);
      faults.add(ValidationError.ofText(pointer, start, length, code, message));
    }
  }

  private void text(Text text, Map<String, FieldRef> fields) {
    List<UsedPath> used;
    try {
      used = TextTemplate.parse(text.source()).used();
    } catch (InvalidTemplateException e) {
      e.faults().forEach(fault -> text.fault(fault.span(), fault.code().id(), fault.message()));
      used = e.used();
    }
    for (UsedPath path : used) {
      check(text, path, fields);
    }
  }

  private void check(Text text, UsedPath used, Map<String, FieldRef> fields) {
    if (used.path() instanceof Fixed fixed && !KNOWN.contains(fixed)) {
      text.fault(
          used.span(),
          "unknown_placeholder",
          "expected customer.name, customer.email, customer.myplatformDomain, cf.<field>,"
              + " cf.<app>/<field> or event.<property path>, not "
              + fixed.text());
    } else if (used.path() instanceof TemplatePath.Field field) {
      TemplateFields.Found found = names.find(field);
      found
          .problem()
          .ifPresent(problem -> text.fault(used.span(), problem.code(), problem.message()));
      found.target().ifPresent(target -> add(text, used, target, fields));
    }
  }

  private static void add(
      Text text, UsedPath used, TemplateFields.Target target, Map<String, FieldRef> fields) {
    if (target.field().isPrivate()) {
      text.fault(
          used.span(), "private_field", "The field " + target.field().name() + " is private");
    } else {
      fields.put(used.path().text(), new FieldRef(target.field().id(), target.app()));
    }
  }
}
