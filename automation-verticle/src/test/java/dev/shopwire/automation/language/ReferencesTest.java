package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what conditions refer to, and what happens to their names when others come and go. */
class ReferencesTest {

  @Test
  void usesAreTheIdsOfWhatTheConditionItselfNames() {
    Condition condition =
        Written.ofText(
            "cf:plan = \"a\" AND (cf:app-one/mrr gt 1 OR NOT cf:app-two/region is set) AND"
                + " event:app-two/e performed AND sessions:3d-app count gt 1 AND segment:VIP"
                    .replace("3d-app", "\"3d-app\"")
                + " AND credit where (affiliate in (\"Ada\", #5))");
    assertEquals(
        new Uses(Set.of(11L, 15L, 17L), Set.of(1L, 2L, 3L), Set.of(12L), Set.of(3L, 5L)),
        Uses.of(condition));
  }

  @Test
  void mentionsAreTheAffiliatesThatTheVocabularyMustHave() {
    assertEquals(
        new Mentions(Set.of("Ada", "Bob", "#12"), Set.of(5L, 12L)),
        ConditionReader.ofText(
                "credit where (affiliate = Ada AND affiliate in (\"Bob\", #5) AND code = \"x\") OR"
                    + " credit where (affiliate != \"#12\")")
            .mentions());
    assertEquals(
        new Mentions(Set.of(), Set.of(3L, 4L)),
        ConditionReader.ofJson(
                Written.json(
                    """
                    {"not":{"type":"credit","where":[
                      {"name":"affiliate","op":"in","value":["3","4","x"]}]}}
                    """))
            .mentions());
    assertEquals(Mentions.NONE, ConditionReader.ofText("everyone").mentions());
  }

  @Test
  void storedConditionsHaveIdsOnlyAndEveryDigit() {
    String text =
        "cf:app-one/mrr gt 0.10000000000000000000000000000000000000000000000001 AND segment:VIP AND"
            + " event:app-two/e performed AND credit where (affiliate = \"Ada\")";
    Condition condition = Written.ofText(text);
    String stored = StoredCondition.write(condition);
    assertEquals(
        """
        {"all":[\
        {"type":"field","id":"15","app":"1","op":"gt",\
        "value":0.10000000000000000000000000000000000000000000000001},\
        {"type":"segment","id":"12"},\
        {"type":"event","name":"e","app":"2","measure":"performed"},\
        {"type":"credit","where":[{"name":"affiliate","op":"=","value":"3"}]}]}""",
        stored);
    assertEquals(condition, StoredCondition.read(stored));
    assertEquals(stored, StoredCondition.write(StoredCondition.read(stored)));
  }

  @Test
  void whatIsNoStoredConditionIsABug() {
    for (String stored : new String[] {"", "{", "{}", "null", "{\"type\":\"x\"}"}) {
      assertThrows(IllegalStateException.class, () -> StoredCondition.read(stored));
    }
  }

  @Test
  void aPromotedFieldIsPrintedByTheNameThatMeansItNow() {
    Condition condition = Written.ofText("cf:app-one/twice = \"x\"");
    Vocabulary promoted =
        Samples.withFields(
            Samples.FIELDS.stream()
                .map(
                    field ->
                        field.id() == 19
                            ? new Field(19, 0, "twice", Vocabulary.Type.TEXT, false, false)
                            : field));
    assertEquals("cf:twice = \"x\"", ConditionText.print(condition, promoted));
    assertEquals(condition, Written.ofText("cf:twice = \"x\"", promoted));
    // An app without a field of its own pushes to the shared one.
    assertEquals(condition, Written.ofText("cf:app-one/twice = \"x\"", promoted));
  }

  @Test
  void aFieldIsPrintedWithItsAppOnceAnotherAppHasOneOfItsName() {
    Condition condition = Written.ofText("cf:only_here = \"x\"");
    Vocabulary more =
        Samples.withFields(
            Stream.concat(
                Samples.FIELDS.stream(),
                Stream.of(new Field(30, 2, "only_here", Vocabulary.Type.TEXT, false, false))));
    assertEquals("cf:app-one/only_here = \"x\"", ConditionText.print(condition, more));
  }

  @Test
  void whatIsNotInTheVocabularyIsPrintedByItsId() {
    Vocabulary nothing = new Vocabulary(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
    Condition condition =
        Written.ofText("cf:plan is set AND segment:VIP AND credit where (affiliate = \"Ada\")");
    assertEquals(
        "cf:#11 is set AND segment:#12 AND credit where (affiliate = #3)",
        ConditionText.print(condition, nothing));
  }

  @Test
  void aLeafIsWrittenAlone() {
    assertEquals(
        "{\"type\":\"segment\",\"id\":\"12\",\"name\":\"VIP\"}",
        ConditionJson.write(
                Written.ofText("NOT segment:VIP").leaves().findFirst().orElseThrow(),
                Samples.VOCABULARY)
            .toString());
  }
}
