package dev.shopwire.analytics.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.analytics.reports.ReportReader.RangeValues;
import dev.shopwire.common.time.Buckets;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests reports as CSV. */
class ReportCsvTest {
  private static final TimeRange RANGE =
      TimeRange.ofDays(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2), ZoneOffset.UTC);

  private static Series series(@Nullable String total, @Nullable String... points) {
    return new Series(number(total), Arrays.stream(points).map(ReportCsvTest::number).toList());
  }

  private static @Nullable BigDecimal number(@Nullable String text) {
    return text == null ? null : new BigDecimal(text);
  }

  private static RangeValues values(Series total, Group... groups) {
    return new RangeValues(
        new ReportPeriod.Window(RANGE, Interval.DAILY, Optional.empty()),
        Buckets.of(RANGE, Interval.DAILY),
        total,
        List.of(groups));
  }

  private static Group group(String key, Series series) {
    return new Group(Optional.of(key), series);
  }

  @Test
  void aLinePerBucketPrecedesTheTotal() {
    ReportCsv csv = ReportCsv.of(values(series("-7.50", "1000", "-0.5")), false);
    assertEquals("Date,Value\r\n2026-03-01,1000\r\n2026-03-02,-0.5\r\nTotal,-7.5\r\n", csv.text());
    assertEquals(3, csv.rows());
  }

  @Test
  void aValueThatDoesNotExistIsEmpty() {
    assertEquals(
        "Date,Value\r\n2026-03-01,\r\n2026-03-02,\r\nTotal,\r\n",
        ReportCsv.of(values(series(null, null, null)), false).text());
  }

  @Test
  void eachGroupIsAColumnAndTheRestIsTheLastOne() {
    ReportCsv csv =
        ReportCsv.of(
            values(
                series("6", "3", "3"),
                group("spro", series("3", "1", "2")),
                group("n-5", series("2", "2", "0")),
                group("btrue", series("1", "0", "1")),
                new Group(Optional.empty(), series("0", "0", "0"))),
            true);
    assertEquals(
        "Date,pro,-5,true,rest\r\n2026-03-01,1,2,0,0\r\n2026-03-02,2,0,1,0\r\nTotal,3,2,1,0\r\n",
        csv.text());
  }

  @Test
  void namesOfGroupsAreQuotedAndNeverFormulas() {
    Series zero = series("0", "0", "0");
    ReportCsv csv =
        ReportCsv.of(
            values(
                zero,
                group("s=1+1", zero),
                group("sa,\"b\"", zero),
                group("s@x\r\ny", zero),
                group("j[1, 2]", zero),
                group("s", zero)),
            true);
    assertEquals(
        "Date,'=1+1,\"a,\"\"b\"\"\",\"'@x\r\ny\",\"[1, 2]\",",
        csv.text().substring(0, csv.text().indexOf("\r\n2026")));
  }
}
