package dev.shopwire.sources.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.sources.fence.ColumnKind;
import dev.shopwire.sources.fence.Engine;
import dev.shopwire.sources.linked.ValueReader.Reading;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueReaderTest {
  private static final ValueLimits LIMITS = new ValueLimits(10, 30, 2, 1_024);
  private static final ValueReader POSTGRESQL = new ValueReader(Engine.POSTGRESQL, LIMITS);
  private static final ValueReader MYSQL = new ValueReader(Engine.MYSQL, LIMITS);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TEXT|TEXT|pro|pro
          TEXT|TEXT|1234567890|1234567890
          TIME|TEXT|2026-01-31T10:00:00+00:00|2026-01-31T10:00:00+00:00
          TIME|TEXT|2026-01-31 10:00:00|2026-01-31T10:00:00
          TIME|TEXT|2026-01-31|2026-01-31
          TIME|TEXT|23:59:59.125|23:59:59.125
          TIME|TEXT|10:00:00+02|10:00:00+02
          TIME|TEXT|24:00:00|24:00:00
          TIME|TEXT|P1DT2H|P1DT2H
          TIME|TEXT|10000-01-31|10000-01-31
          INSTANT|TEXT|2026-01-31 10:00:00|2026-01-31T10:00:00+00:00
          NUMBER|NUMBER|7.50|7.50
          NUMBER|NUMBER|-1e+20|-1e+20
          NUMBER|NUMBER|00042|42
          NUMBER|NUMBER|123456789012345678901234567890.5|123456789012345678901234567890.5
          TINY|NUMBER|7|7
          TINY|BOOLEAN|1|true
          BIT|BOOLEAN|0|false
          BOOLEAN|BOOLEAN|true|true
          JSON|JSON|{"a": [1, 2]}|{"a":[1,2]}
          JSON|JSON|[]|[]
          """)
  void aValueOfTheTypeIsKeptDigitForDigit(
      ColumnKind kind, ValueType type, String raw, String text) {
    assertEquals(Reading.of(text), MYSQL.read(kind, type, raw));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TEXT|TEXT|12345678901|too_long
          TIME|TEXT|infinity|not_finite
          TIME|TEXT|-infinity|not_finite
          TIME|TEXT|0000-00-00|type_mismatch
          TIME|TEXT|2026-00-15 10:00:00|type_mismatch
          TIME|TEXT|2026-01-00|type_mismatch
          TIME|TEXT|-838:59:59|type_mismatch
          TIME|TEXT|25:00:00|type_mismatch
          TIME|TEXT|0044-03-15 BC|type_mismatch
          TEXT|NUMBER|7|type_mismatch
          NUMBER|TEXT|7|type_mismatch
          NUMBER|NUMBER|NaN|not_finite
          NUMBER|NUMBER|-Infinity|not_finite
          NUMBER|NUMBER|1e400|not_finite
          NUMBER|BOOLEAN|1|type_mismatch
          TINY|BOOLEAN|2|type_mismatch
          BOOLEAN|NUMBER|true|type_mismatch
          JSON|JSON|"text"|type_mismatch
          JSON|JSON|null|type_mismatch
          JSON|JSON|[[[]]]|too_long
          JSON|JSON|["123456789012345678901234567890"]|too_long
          JSON|TEXT|{}|type_mismatch
          OTHER|TEXT|x|type_mismatch
          """)
  void nothingIsConverted(ColumnKind kind, ValueType type, String raw, String code) {
    assertEquals(
        Optional.of(code), POSTGRESQL.read(kind, type, raw).problem().map(RowProblem::code));
  }

  @Test
  void aTextIsJsonInMysqlAlone() {
    assertEquals(Reading.of("{}"), MYSQL.read(ColumnKind.TEXT, ValueType.JSON, "{}"));
    assertTrue(POSTGRESQL.read(ColumnKind.TEXT, ValueType.JSON, "{}").problem().isPresent());
  }

  @Test
  void nullAndAnEmptyTextUnset() {
    assertEquals(Reading.of(""), POSTGRESQL.read(ColumnKind.OTHER, ValueType.TEXT, null));
    assertEquals(Reading.of(""), POSTGRESQL.read(ColumnKind.TEXT, ValueType.TEXT, ""));
  }

  @Test
  void numbersAreComparedByValueAndObjectsWithoutOrder() {
    assertTrue(ValueReader.isSame(ValueType.NUMBER, "7.50", "7.5"));
    assertFalse(ValueReader.isSame(ValueType.TEXT, "7.50", "7.5"));
    assertTrue(ValueReader.isSame(ValueType.JSON, "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"));
    assertFalse(ValueReader.isSame(ValueType.JSON, "[1,2]", "[2,1]"));
  }
}
