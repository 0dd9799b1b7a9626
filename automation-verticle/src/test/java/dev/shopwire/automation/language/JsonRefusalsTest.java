package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what is refused of JSON, where and why. */
class JsonRefusalsTest {

  /** As {@code code@pointer}, in their order. */
  private static String places(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.code() + "@" + error.pointer())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          null ¦ invalid_value@/condition
          5 ¦ invalid_value@/condition
          [] ¦ invalid_value@/condition
          {} ¦ invalid_value@/condition/type
          {"type":5} ¦ invalid_value@/condition/type
          {"type":"flow","id":"1"} ¦ unknown_condition@/condition/type
          {"type":"Everyone"} ¦ unknown_condition@/condition/type
          {"all":[]} ¦ invalid_value@/condition/all
          {"any":{}} ¦ invalid_value@/condition/any
          {"not":[]} ¦ invalid_value@/condition/not
          {"all":[{"type":"everyone"}],"any":[]} ¦ invalid_value@/condition/any
          {"all":[{"type":"everyone"},7]} ¦ invalid_value@/condition/all/1
          {"type":"everyone","x/y":1} ¦ invalid_value@/condition/x~1y
          {"type":"everyone","op":"="} ¦ invalid_value@/condition/op
          {"type":"everyone","x":null} ¦ invalid_value@/condition/x
          {"type":"field","op":"is_set"} ¦ invalid_value@/condition/name
          {"type":"field","id":11,"op":"is_set"} ¦ invalid_value@/condition/id
          {"type":"field","id":"99","name":"plan","op":"is_set"} ¦ unknown_field@/condition/id
          {"type":"field","id":"x","op":"is_set"} ¦ unknown_field@/condition/id
          {"type":"field","name":"nope","op":"is_set"} ¦ unknown_field@/condition/name
          {"type":"field","name":"twice","op":"is_set"} ¦ ambiguous_field@/condition/name
          {"type":"field","name":"plan","app":"nope","op":"is_set"} ¦ unknown_app@/condition/app
          {"type":"field","id":"15","app":"nope","op":"is_set"} ¦ unknown_app@/condition/app
          {"type":"field","id":"11","app":5,"op":"is_set"} ¦ invalid_value@/condition/app
          {"type":"field","id":"11"} ¦ invalid_value@/condition/op
          {"type":"field","id":"11","op":"==","value":1} ¦ invalid_value@/condition/op
          {"type":"field","id":"11","op":"is set"} ¦ invalid_value@/condition/op
          {"type":"field","id":"11","op":"="} ¦ invalid_value@/condition/value
          {"type":"field","id":"11","op":"=","value":null} ¦ invalid_value@/condition/value
          {"type":"field","id":"11","op":"=","value":["a"]} ¦ type_mismatch@/condition/value
          {"type":"field","id":"11","op":"=","value":{}} ¦ type_mismatch@/condition/value
          {"type":"field","id":"11","op":"=","value":5} ¦ type_mismatch@/condition/value
          {"type":"field","id":"11","op":"is_set","value":"a"} ¦ invalid_value@/condition/value
          {"type":"field","id":"11","op":"in","value":"a"} ¦ type_mismatch@/condition/value
          {"type":"field","id":"11","op":"in","value":[]} ¦ invalid_value@/condition/value
          {"type":"field","id":"11","op":"in","value":["a",1,null]} ¦ type_mismatch@/condition/value/1 type_mismatch@/condition/value/2
          {"type":"field","id":"11","op":"gt","value":5} ¦ operator_not_allowed@/condition/op
          {"type":"field","id":"11","path":"a","op":"is_set"} ¦ type_mismatch@/condition/path
          {"type":"field","id":"14","path":"a..b","op":"is_set"} ¦ invalid_value@/condition/path
          {"type":"field","id":"12","op":"between","value":[1]} ¦ invalid_value@/condition/value
          {"type":"field","id":"12","op":"between","value":5} ¦ type_mismatch@/condition/value
          {"type":"field","id":"12","op":"between","value":[1,"a"]} ¦ type_mismatch@/condition/value/1
          {"type":"field","id":"12","op":"=","value":1e400} ¦ invalid_value@/condition/value
          {"type":"field","id":"12","op":"=","value":1e-400} ¦ invalid_value@/condition/value
          {"type":"field","id":"22","op":"before","value":"soon"} ¦ type_mismatch@/condition/value
          {"type":"field","id":"22","op":"before","value":"2026-02-30"} ¦ invalid_value@/condition/value
          {"type":"field","id":"22","op":"before","value":"0d ago"} ¦ invalid_value@/condition/value
          {"type":"field","id":"22","op":"within","value":"30 d"} ¦ type_mismatch@/condition/value
          {"type":"field","id":"22","op":"within","value":"9999d"} ¦ invalid_value@/condition/value
          {"type":"field","id":"11","op":"=","value":"a\\u0000"} ¦ invalid_text@/condition/value
          {"type":"field","id":"11","op":"in","value":["\\ud800"]} ¦ invalid_text@/condition/value/0
          {"type":"field","name":"\\u0000","op":"is_set"} ¦ invalid_text@/condition/name
          {"type":"member","op":"is_set"} ¦ invalid_value@/condition/name
          {"type":"member","name":"Name","op":"is_set"} ¦ invalid_value@/condition/name
          {"type":"member","name":"firstSeenAt","op":"=","value":"2026-01-01"} ¦ operator_not_allowed@/condition/op
          {"type":"event","measure":"performed"} ¦ invalid_value@/condition/name
          {"type":"event","name":"","measure":"performed"} ¦ invalid_value@/condition/name
          {"type":"event","name":"e"} ¦ invalid_value@/condition/measure
          {"type":"event","name":"e","measure":"viewed"} ¦ invalid_value@/condition/measure
          {"type":"event","name":"e","measure":"performed","op":"=","value":1} ¦ invalid_value@/condition/op invalid_value@/condition/value
          {"type":"event","name":"e","measure":"count","op":"in","value":[1]} ¦ operator_not_allowed@/condition/op
          {"type":"event","name":"e","measure":"sum","op":"=","value":1} ¦ invalid_value@/condition/property
          {"type":"event","name":"e","measure":"last","op":"within","value":"1d","window":{"op":"within","value":"1d"}} ¦ invalid_value@/condition/window
          {"type":"event","name":"e","measure":"performed","window":{"op":"within_next","value":"1d"}} ¦ operator_not_allowed@/condition/window/op
          {"type":"event","name":"e","measure":"performed","window":"1d"} ¦ invalid_value@/condition/window
          {"type":"event","name":"e","measure":"performed","window":{"op":"within","value":"1d","x":1}} ¦ invalid_value@/condition/window/x
          {"type":"event","name":"e","measure":"performed","where":{}} ¦ invalid_value@/condition/where
          {"type":"event","name":"e","measure":"performed","where":[1,{"property":"a","op":"gt","value":"x"}]} ¦ invalid_value@/condition/where/0 type_mismatch@/condition/where/1/value
          {"type":"event","name":"e","measure":"performed","where":[{"op":"=","value":1}]} ¦ invalid_value@/condition/where/0/property
          {"type":"page","measure":"viewed"} ¦ invalid_value@/condition/path
          {"type":"page","path":"/x","measure":"sum","property":"a","op":"=","value":1} ¦ invalid_value@/condition/measure invalid_value@/condition/property invalid_value@/condition/op invalid_value@/condition/value
          {"type":"sessions","measure":"sum","op":"=","value":1} ¦ invalid_value@/condition/measure
          {"type":"contact","value":1} ¦ invalid_value@/condition/value
          {"type":"contact","where":[{"name":"x","op":"is_set"}]} ¦ invalid_value@/condition/where/0/name
          {"type":"lifecycle","app":"x","name":"installed"} ¦ unknown_app@/condition/app
          {"type":"lifecycle","name":"moved","op":"=","value":1} ¦ invalid_value@/condition/name
          {"type":"lifecycle"} ¦ invalid_value@/condition/name
          {"type":"lifecycle","name":"state"} ¦ invalid_value@/condition/op
          {"type":"lifecycle","name":"state","op":"=","value":"paid"} ¦ invalid_value@/condition/value
          {"type":"lifecycle","name":"state","op":"in","value":["trial","paid"]} ¦ invalid_value@/condition/value/1
          {"type":"lifecycle","name":"state","op":"gt","value":1} ¦ operator_not_allowed@/condition/op
          {"type":"lifecycle","name":"state","currency":"USD","op":"=","value":"trial"} ¦ invalid_value@/condition/currency
          {"type":"lifecycle","name":"mrr","currency":"usd","op":"gt","value":-1} ¦ invalid_value@/condition/currency invalid_value@/condition/value
          {"type":"lifecycle","name":"mrr","currency":1,"op":"gt","value":"5"} ¦ invalid_value@/condition/currency type_mismatch@/condition/value
          {"type":"lifecycle","name":"installed","value":"30d"} ¦ invalid_value@/condition/value
          {"type":"lifecycle","name":"installed","op":"=","value":"30d"} ¦ operator_not_allowed@/condition/op
          {"type":"credit","where":[{"name":"affiliate","op":"=","value":"Ada"}]} ¦ unknown_affiliate@/condition/where/0/value
          {"type":"credit","where":[{"name":"affiliate","op":"=","value":"9"}]} ¦ unknown_affiliate@/condition/where/0/value
          {"type":"credit","where":[{"name":"affiliate","op":"=","value":3}]} ¦ type_mismatch@/condition/where/0/value
          {"type":"segment"} ¦ invalid_value@/condition/name
          {"type":"segment","id":"99","name":"VIP"} ¦ unknown_segment@/condition/id
          {"type":"segment","name":"nope"} ¦ unknown_segment@/condition/name
          {"any":[{"type":"segment","name":"x"},{"not":{"type":"field","id":"99","op":"is_set"}}]} ¦ unknown_segment@/condition/any/0/name unknown_field@/condition/any/1/not/id
          """)
  void aFaultIsAtTheMember(String json, String expected) {
    assertEquals(expected, places(Written.faultsOfJson(json)));
  }
}
