package dev.shopwire.automation.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/** Reads and writes conditions as the calls of the API do, for tests. */
final class Written {
  private Written() {}

  static Condition ofText(String text) {
    return ofText(text, Samples.VOCABULARY);
  }

  static Condition ofText(String text, Vocabulary vocabulary) {
    return ConditionReader.ofText(text).resolve(vocabulary, 0);
  }

  static Condition ofJson(String json) {
    return ConditionReader.ofJson(json(json)).resolve(Samples.VOCABULARY, 0);
  }

  static String text(Condition condition) {
    return ConditionText.print(condition, Samples.VOCABULARY);
  }

  static String json(Condition condition) {
    return ConditionJson.write(condition, Samples.VOCABULARY).toString();
  }

  static JsonNode json(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  static List<ValidationError> faultsOfText(String text) {
    return faults(() -> ofText(text));
  }

  static List<ValidationError> faultsOfJson(String json) {
    return faults(() -> ofJson(json));
  }

  static List<ValidationError> faults(Executable executable) {
    return Assertions.assertThrows(Failure.class, executable).errors();
  }
}
