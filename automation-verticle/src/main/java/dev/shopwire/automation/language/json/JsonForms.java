package dev.shopwire.automation.language.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Writes the pieces of leaves that several kinds share as JSON. */
public final class JsonForms {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonForms() {}

  /** Adds {@code op} and {@code value} to {@code json}. */
  public static void test(ValueTest test, ObjectNode json) {
    json.put("op", test.operator().jsonName());
    boolean isList =
        switch (test.operator()) {
          case IN, NOT_IN, BETWEEN -> true;
          default -> false;
        };
    if (isList) {
      ArrayNode values = json.putArray("value");
      test.values().forEach(value -> values.add(value(value)));
    } else if (!test.values().isEmpty()) {
      json.set("value", value(test.value()));
    }
  }

  public static void window(Optional<ValueTest> window, ObjectNode json) {
    window.ifPresent(test -> test(test, json.putObject("window")));
  }

  /** Adds {@code where}, unless there are no filters. */
  public static <F> void where(List<F> filters, ObjectNode json, BiConsumer<F, ObjectNode> writer) {
    if (!filters.isEmpty()) {
      ArrayNode array = json.putArray("where");
      filters.forEach(filter -> writer.accept(filter, array.addObject()));
    }
  }

  private static JsonNode value(Value value) {
    if (value instanceof TextValue text) {
      return NODES.textNode(text.text());
    }
    if (value instanceof NumberValue number) {
      return number(number.number());
    }
    if (value instanceof BooleanValue flag) {
      return NODES.booleanNode(flag.value());
    }
    if (value instanceof AffiliateValue affiliate) {
      return NODES.textNode(Long.toString(affiliate.id()));
    }
    if (value instanceof Span span) {
      return NODES.textNode(span.text());
    }
    return NODES.textNode(TimeLiterals.text((Moment) value));
  }

  /** As a parser would read it, so that written and parsed trees are equal. */
  private static JsonNode number(BigDecimal number) {
    if (number.scale() > 0 || (number.scale() < 0 && !Numerals.isShort(number))) {
      return DecimalNode.valueOf(number);
    }
    BigInteger whole = number.toBigIntegerExact();
    if (whole.bitLength() < Integer.SIZE) {
      return NODES.numberNode(whole.intValue());
    }
    return whole.bitLength() < Long.SIZE
        ? NODES.numberNode(whole.longValue())
        : NODES.numberNode(whole);
  }
}
