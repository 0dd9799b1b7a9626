package dev.shopwire.automation.language.text;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Measure.Count;
import dev.shopwire.automation.conditions.Measure.First;
import dev.shopwire.automation.conditions.Measure.Last;
import dev.shopwire.automation.conditions.Measure.NotPerformed;
import dev.shopwire.automation.conditions.Measure.Sum;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.AffiliateValue;
import dev.shopwire.automation.conditions.Value.BooleanValue;
import dev.shopwire.automation.conditions.Value.Moment;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.language.draft.Numerals;
import dev.shopwire.automation.language.draft.TimeLiterals;
import dev.shopwire.automation.language.lookup.Labels;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints the pieces of leaves that several kinds share, in canonical form. */
public final class TextForms {
  private final Labels labels;

  public TextForms(Labels labels) {
    this.labels = labels;
  }

  public Labels labels() {
    return labels;
  }

  /** A name, quoted only if it must be. */
  public static String name(String name) {
    return Lexer.isName(name) ? name : quoted(name);
  }

  /** A JSON string literal. */
  public static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /** {@code app/} if one is named. */
  public static String prefix(Optional<String> app) {
    return app.map(slug -> name(slug) + "/").orElse("");
  }

  /** {@code app/} unless all are meant. */
  public String prefix(long app) {
    return prefix(labels.app(app));
  }

  /** With a blank before it. */
  public String test(ValueTest test) {
    String words = " " + test.operator().words();
    List<String> values = test.values().stream().map(this::value).toList();
    return switch (test.operator()) {
      case IN, NOT_IN -> words + " (" + String.join(", ", values) + ")";
      case BETWEEN -> words + " " + String.join(" and ", values);
      default -> values.isEmpty() ? words : words + " " + values.get(0);
    };
  }

  public String test(Optional<ValueTest> test) {
    return test.map(this::test).orElse("");
  }

  private String value(Value value) {
    if (value instanceof TextValue text) {
      return quoted(text.text());
    }
    if (value instanceof NumberValue number) {
      return Numerals.text(number.number());
    }
    if (value instanceof BooleanValue flag) {
      return Boolean.toString(flag.value());
    }
    if (value instanceof AffiliateValue affiliate) {
      return labels.affiliate(affiliate.id()).map(TextForms::quoted).orElse("#" + affiliate.id());
    }
    return value instanceof Span span ? span.text() : TimeLiterals.text((Moment) value);
  }

  /**
   * With a blank before it.
   *
   * @param exists the word for that there is one
   */
  public String measure(Measure measure, String exists) {
    if (measure instanceof Count count) {
      return " count" + test(count.test());
    }
    if (measure instanceof Sum sum) {
      return " sum(" + name(sum.property().text()) + ")" + test(sum.test());
    }
    if (measure instanceof First first) {
      return " first" + test(first.test());
    }
    if (measure instanceof Last last) {
      return " last" + test(last.test());
    }
    return (measure instanceof NotPerformed ? " not " : " ") + exists;
  }

  /** With a blank before it; nothing if there are no filters. */
  public static <F> String where(List<F> filters, Function<F, String> printer) {
    return filters.isEmpty()
        ? ""
        : filters.stream().map(printer).collect(Collectors.joining(" AND ", " where (", ")"));
  }
}
