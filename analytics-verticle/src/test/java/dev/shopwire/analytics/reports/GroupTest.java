package dev.shopwire.analytics.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupTest {
  @ParameterizedTest
  @CsvSource({
    "10,10",
    "1E+3,1000",
    "1.500,1.5",
    "0.000,0",
    "1E+39,1000000000000000000000000000000000000000",
    "1E+40,1E+40",
    "1E+5000,1E+5000",
    "-0.10,-0.1"
  })
  void numbersAreWrittenWithoutAnExponentUnlessTheyAreHuge(String number, String expected) {
    assertEquals(expected, ReportNumbers.of(new BigDecimal(number)).toString());
  }

  @Test
  void partialAggregatesAreAddedAndSubtracted() {
    PartialAggregate one =
        new PartialAggregate(2, 1, BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE);
    PartialAggregate other =
        new PartialAggregate(3, 1, BigDecimal.TEN, BigDecimal.TEN, BigDecimal.TEN);
    assertEquals(
        new PartialAggregate(5, 2, BigDecimal.valueOf(11), BigDecimal.ONE, BigDecimal.TEN),
        one.plus(other).plus(PartialAggregate.NONE));
    assertEquals(5, PartialAggregate.NONE.plus(other).plus(one).events());
    assertEquals(2, one.plus(other).minus(other).events());
  }
}
