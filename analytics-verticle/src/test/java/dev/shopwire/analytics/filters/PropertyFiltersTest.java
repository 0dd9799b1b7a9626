package dev.shopwire.analytics.filters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.query.Query;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parameter {@code properties}, and which part of it an error names. */
class PropertyFiltersTest {
  private static List<PropertyCondition> read(String json) {
    Query query = new Query(Map.of("properties", json));
    List<PropertyCondition> filters = PropertyFilters.read(query);
    query.throwIfInvalid();
    return filters;
  }

  private static List<ValidationError> errors(String name, String json) {
    Query query = new Query(Map.of(name, json));
    PropertyFilters.read(query);
    return assertThrows(Failure.class, query::throwIfInvalid).errors();
  }

  @Test
  void aConditionIsReadWithEveryDigit() {
    List<PropertyCondition> filters =
        read(
            "[{\"property\":\"a.b\",\"operator\":\"gt\",\"value\":12345678901234567890.10},"
                + "{\"property\":\"c\",\"operator\":\"in\",\"value\":[\"x\",1,true]},"
                + "{\"property\":\"d\",\"operator\":\"is_blank\"}]");
    assertEquals(List.of("a", "b"), filters.get(0).property().names());
    assertEquals(List.of("12345678901234567890.10"), filters.get(0).values());
    assertEquals(List.of("\"x\"", "1", "true"), filters.get(1).values());
    assertEquals(List.of(), filters.get(2).values());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|properties",
        "[|properties",
        "[] []|properties",
        "null|properties",
        "[1]|properties/0",
        "[{'operator':'is_blank'}]|properties/0/property",
        "[{'property':'','operator':'is_blank'}]|properties/0/property",
        "[{'property':'a..b','operator':'is_blank'}]|properties/0/property",
        "[{'property':'a.','operator':'is_blank'}]|properties/0/property",
        "[{'property':1,'operator':'is_blank'}]|properties/0/property",
        "[{'property':'a'}]|properties/0/operator",
        "[{'property':'a','operator':'like','value':1}]|properties/0/operator",
        "[{'property':'a','operator':'EQUALS','value':1}]|properties/0/operator",
        "[{'property':'a','operator':'equals'}]|properties/0/value",
        "[{'property':'a','operator':'equals','value':null}]|properties/0/value",
        "[{'property':'a','operator':'equals','value':1e400}]|properties/0/value",
        "[{'property':'a','operator':'equals','value':'\\u0000'}]|properties/0/value",
        "[{'property':'a','operator':'equals','value':'\\ud800'}]|properties/0/value",
        "[{'property':'a','operator':'equals','value':{'b':[1e-999]}}]|properties/0/value",
        "[{'property':'a','operator':'gt','value':'1'}]|properties/0/value",
        "[{'property':'a','operator':'contains','value':1}]|properties/0/value",
        "[{'property':'a','operator':'in','value':1}]|properties/0/value",
        "[{'property':'a','operator':'in','value':[]}]|properties/0/value",
        "[{'property':'a','operator':'in','value':[1,null]}]|properties/0/value/1",
        "[{'property':'a','operator':'is_true','value':true}]|properties/0/value"
      },
      quoteCharacter = '`')
  void anErrorNamesItsLocation(String json, String location) {
    List<ValidationError> errors = errors("properties", json.replace('\'', '"'));
    assertEquals(List.of("properties"), errors.stream().map(ValidationError::parameter).toList());
    assertEquals(List.of(location), locations(errors));
  }

  /** The locations at the start of the messages. */
  private static List<String> locations(List<ValidationError> errors) {
    return errors.stream().map(error -> error.message().replaceFirst(" .*", "")).toList();
  }

  @Test
  void allErrorsAreReportedTogetherUnderTheNameThatWasSent() {
    List<ValidationError> errors =
        errors(
            "propertiesFilters",
            "[{\"property\":\"a\",\"operator\":\"x\"},{\"operator\":\"gt\",\"value\":\"1\"}]");
    assertEquals(
        List.of(
            "propertiesFilters/0/operator",
            "propertiesFilters/1/property",
            "propertiesFilters/1/value"),
        locations(errors));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 21})
  void theNumberOfConditionsIsLimited(int count) {
    String condition = "{\"property\":\"a\",\"operator\":\"is_blank\"}";
    String json = Collections.nCopies(count, condition).toString();
    if (count > 20) {
      assertEquals("too_many", errors("properties", json).get(0).code());
    } else {
      assertEquals(count, read(json).size());
    }
  }

  @Test
  void theLengthOfAListIsLimited() {
    String item = "[{\"property\":\"a\",\"operator\":\"in\",\"value\":%s}]";
    assertEquals(100, read(item.formatted(Collections.nCopies(100, 1))).get(0).values().size());
    assertEquals(
        List.of("properties/0/value"),
        locations(errors("properties", item.formatted(Collections.nCopies(101, 1)))));
  }
}
