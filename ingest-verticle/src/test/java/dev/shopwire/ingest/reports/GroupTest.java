package dev.shopwire.ingest.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupTest {
  private static Partial numbers(long count, String total) {
    return new Partial(count, count, new BigDecimal(total), null, null);
  }

  @Test
  void theLargestComeFirstThenByTextAndNothingLast() {
    Map<String, Partial> totals = new LinkedHashMap<>();
    totals.put("sz", numbers(0, "0"));
    totals.put("s1", numbers(2, "4"));
    totals.put("n1", numbers(1, "2"));
    totals.put("s\uFFFD", numbers(1, "3"));
    totals.put("s\uD83D\uDE00", numbers(1, "3.0"));
    totals.put("sb", numbers(1, "7"));
    assertEquals(
        List.of("sb", "s\uFFFD", "s\uD83D\uDE00", "n1", "s1", "sz"),
        Group.top(Calculation.AVG, totals, 25));
    assertEquals(List.of("sb"), Group.top(Calculation.AVG, totals, 1));
  }

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
  void numbersAreToldPlainlyUnlessTheyAreHuge(String number, String told) {
    assertEquals(told, Figure.of(new BigDecimal(number)).toString());
  }

  @Test
  void partsAddUp() {
    Partial one = new Partial(2, 1, BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE);
    Partial other = new Partial(3, 1, BigDecimal.TEN, BigDecimal.TEN, BigDecimal.TEN);
    assertEquals(
        new Partial(5, 2, BigDecimal.valueOf(11), BigDecimal.ONE, BigDecimal.TEN),
        one.plus(other).plus(Partial.NONE));
    assertEquals(5, Partial.NONE.plus(other).plus(one).events());
    assertEquals(2, one.plus(other).minus(other).events());
  }
}
