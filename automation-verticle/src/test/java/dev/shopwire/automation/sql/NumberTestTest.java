package dev.shopwire.automation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.ValueTest;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTestTest {
  private static final long MAX = 1_000;

  private static NumberTest test(Operator operator, String... constants) {
    List<Value> values =
        Arrays.stream(constants)
            .<Value>map(constant -> new Value.NumberValue(new BigDecimal(constant)))
            .toList();
    return NumberTest.of(new ValueTest(operator, values));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "3, 4",
    "2.5, 3",
    "-7, 1",
    "0.001, 1",
    "1e-1000000000, 1",
    "-1e1000000000, 1",
    "999, 1000"
  })
  void fewRowsDecide(String constant, long rows) {
    assertEquals(Optional.of(rows), test(Operator.GTE, constant).enough(MAX));
  }

  @ParameterizedTest
  @CsvSource({"1000", "1e9", "1e1000000000"})
  void countsThatNeedManyRowsAreNotLimited(String constant) {
    assertEquals(Optional.empty(), test(Operator.LT, constant).enough(MAX));
  }

  @Test
  void theGreatestConstantDecides() {
    assertEquals(Optional.of(10L), test(Operator.BETWEEN, "2", "9").enough(MAX));
    assertEquals(Optional.of(8L), test(Operator.IN, "7", "1", "3").enough(MAX));
  }

  @ParameterizedTest
  @CsvSource({"EQUALS, 3", "GT, 3", "GTE, 3", "LT, 3", "LTE, 3", "GTE, 2.5", "LT, 0", "EQUALS, 0"})
  void largerCountsGiveTheSameResult(Operator operator, String constant) {
    NumberTest test = test(operator, constant);
    long enough = test.enough(MAX).orElseThrow();
    for (long count = 0; count < 50; count++) {
      assertEquals(
          test.holds(BigDecimal.valueOf(count)),
          test.holds(BigDecimal.valueOf(Math.min(count, enough))),
          operator + " " + constant + " of " + count);
    }
  }
}
