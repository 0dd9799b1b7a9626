package dev.shopwire.automation.definitions.language;

import static dev.shopwire.automation.definitions.language.FlowSamples.definition;
import static dev.shopwire.automation.definitions.language.FlowSamples.faults;
import static dev.shopwire.automation.definitions.language.FlowSamples.json;
import static dev.shopwire.automation.definitions.language.FlowSamples.withSteps;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.definitions.Entry;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.definitions.language.DefinitionUses.Kind;
import dev.shopwire.automation.definitions.language.DefinitionUses.Use;
import dev.shopwire.common.failure.ValidationError;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what definitions mean, and what is wrong with them. */
class DefinitionReaderTest {
  private static final String EVENT = "{\"type\":\"usage_event\",\"eventName\":\"e\"}";
  private static final String CONTACT = "{\"type\":\"contact_created\"}";

  @Test
  void whatIsAbsentHasADefault() {
    FlowDefinition read = FlowSamples.stored(withSteps()).definition();
    assertEquals(
        new Entry(Optional.empty(), Duration.ofMinutes(5), new Entry.Frequency.Once()),
        read.entry());
    assertEquals(ZoneId.of("UTC"), read.timezone().fallback());
    assertEquals(List.of(), read.exits());
    assertEquals(new Trigger.ContactCreated(Set.of()), read.trigger());
  }

  @Test
  void aCompleteDefinitionIsRead() {
    FlowDefinition read = FlowSamples.stored(json(FlowSamples.EVERYTHING)).definition();
    Trigger.UsageEvent trigger = assertInstanceOf(Trigger.UsageEvent.class, read.trigger());
    assertEquals(1, trigger.appId());
    assertEquals(List.of("10.50"), trigger.properties().get(0).values());
    assertEquals(Optional.of(Duration.ofHours(24)), trigger.maxAge());
    assertInstanceOf(Entry.Frequency.Key.class, read.entry().frequency());
    assertEquals(3, read.exits().size());
    assertEquals(Optional.of(new FieldRef(16, 0)), read.timezone().field());
    assertTrue(read.ignoresFrequencyCap());
    assertEquals(14, read.allSteps().count());
    List<Step> steps = read.allSteps().toList();
    assertEquals(
        new Step.Until.Elapsed(Duration.ofMinutes(90)), ((Step.Wait) steps.get(1)).until());
    Step.SetField set = (Step.SetField) steps.get(6);
    assertEquals(new FieldRef(15, 1), set.field());
    Step.Webhook hook = (Step.Webhook) steps.get(13);
    assertEquals(new FieldRef(11, 0), hook.fields().get("cf.plan"));
  }

  @Test
  void whatADefinitionUsesIsFound() {
    Set<Use> uses =
        DefinitionUses.of(FlowSamples.stored(json(FlowSamples.EVERYTHING)).definition());
    assertEquals(
        Set.of(
            new Use(Kind.APP, 1),
            new Use(Kind.APP, 2),
            new Use(Kind.FIELD, 11),
            new Use(Kind.FIELD, 13),
            new Use(Kind.FIELD, 15),
            new Use(Kind.FIELD, 16),
            new Use(Kind.SEGMENT, 12),
            new Use(Kind.AFFILIATE, 3),
            new Use(Kind.TEMPLATE, 5),
            new Use(Kind.SENDER, 6),
            new Use(Kind.TOPIC, 7)),
        uses);
    ObjectNode bySegment = definition("{\"type\":\"segment_entered\",\"segment\":\"12\"}", "");
    assertEquals(
        Set.of(new Use(Kind.SEGMENT, 12), new Use(Kind.TRACKED_SEGMENT, 12)),
        DefinitionUses.of(FlowSamples.stored(bySegment).definition()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'segment_exited','segment':'12','includeMembers':true}",
        "{'type':'field_changed','field':'seats','from':null,'to':2.50}",
        "{'type':'field_changed','field':'twice','app':'app-two'}",
        "{'type':'field_changed','field':'mrr'}",
        "{'type':'field_changed','field':'#15','app':'app-one'}",
        "{'type':'credited','app':'app-one','affiliates':['3']}",
        "{'type':'contact_created','roles':['owner']}",
        "{'type':'lifecycle','topic':'subscriptions/canceled','app':'app-one'}",
        "{'type':'lifecycle','topic':'apps/installed'}",
        "{'type':'schedule','time':'09:30:15','timezone':'europe/zurich','segment':'12'}",
        "{'type':'schedule','time':'23:59','weekdays':['sun'],'timezone':'UTC','condition':'everyone'}"
      })
  void aTriggerIsAccepted(String trigger) {
    assertEquals(List.of(), faults(definition(trigger.replace('\'', '"'), "")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|missing_member /type",
        "{'type':'moved'}|unknown_trigger_type /type",
        "{'type':'lifecycle'}|missing_member /topic",
        "{'type':'lifecycle','topic':'contacts/created'}|unknown_topic /topic",
        "{'type':'lifecycle','topic':'apps/installed','app':'no'}|unknown_app /app",
        "{'type':7}|type_mismatch /type",
        "{'type':'usage_event'}|missing_member /eventName",
        "{'type':'usage_event','eventName':'e','app':'no'}|unknown_app /app",
        "{'type':'usage_event','eventName':'e','app':7}|unknown_app /app",
        "{'type':'usage_event','eventName':'e','maxAge':'0s'}|invalid_duration /maxAge",
        "{'type':'usage_event','eventName':'e','color':1}|unknown_field /color",
        "{'type':'usage_event','eventName':'e','properties':{}}|invalid_properties /properties",
        "{'type':'usage_event','eventName':'e','properties':[{'property':'p','operator':'is'}]}|invalid_operator /properties/0/operator",
        "{'type':'segment_entered'}|missing_member /segment",
        "{'type':'segment_entered','segment':'VIP'}|unknown_segment /segment",
        "{'type':'segment_entered','segment':'13'}|unknown_segment /segment",
        "{'type':'field_changed'}|missing_member /field",
        "{'type':'field_changed','field':'none'}|unknown_field /field",
        "{'type':'field_changed','field':'twice'}|ambiguous_field /field",
        "{'type':'field_changed','field':'plan','app':'no'}|unknown_app /app",
        "{'type':'field_changed','field':'seats','to':'many'}|type_mismatch /to",
        "{'type':'field_changed','field':'plan','from':1}|type_mismatch /from",
        "{'type':'field_changed','field':'seats','to':1e999}|invalid_value /to",
        "{'type':'contact_created','roles':[7]}|type_mismatch /roles/0",
        "{'type':'credited','affiliates':['4']}|unknown_affiliate /affiliates/0",
        "{'type':'schedule','time':'9:00','timezone':'UTC','segment':'12'}|invalid_time /time",
        "{'type':'schedule','time':'24:00','timezone':'UTC','segment':'12'}|invalid_time /time",
        "{'type':'schedule','time':'09:00','segment':'12'}|missing_member /timezone",
        "{'type':'schedule','time':'09:00','timezone':'CEST+2','segment':'12'}|invalid_timezone /timezone",
        "{'type':'schedule','time':'09:00','timezone':'UTC'}|missing_member ",
        "{'type':'schedule','time':'09:00','timezone':'UTC','segment':'12','condition':'everyone'}|one_of ",
        "{'type':'schedule','time':'09:00','timezone':'UTC','segment':'12','weekdays':['monday']}|invalid_time /weekdays/0",
        "{'type':'schedule','time':'09:00','timezone':'UTC','segment':'12','weekdays':[]}|invalid_time /weekdays"
      })
  void aTriggerIsRefused(String trigger, String fault) {
    int blank = fault.indexOf(' ');
    String code = blank < 0 ? fault : fault.substring(0, blank);
    String below = blank < 0 ? "" : fault.substring(blank + 1);
    assertEquals(
        List.of(code + " /definition/trigger" + below),
        faults(definition(trigger.replace('\'', '"'), "")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'entry':7|type_mismatch /entry",
        "'entry':{'condition':'cf:plan ='}|syntax_error /entry/condition",
        "'entry':{'condition':'cf:nothing = 1'}|unknown_field /entry/condition",
        "'entry':{'condition':7}|type_mismatch /entry/condition",
        "'entry':{'condition':{'all':[]}}|type_mismatch /entry/condition",
        "'entry':{'grace':'25h'}|invalid_duration /entry/grace",
        "'entry':{'frequency':'never'}|invalid_value /entry/frequency",
        "'entry':{'frequency':'interval'}|missing_member /entry/interval",
        "'entry':{'frequency':'interval','interval':'366d'}|invalid_duration /entry/interval",
        "'entry':{'frequency':'key'}|missing_member /entry/key",
        "'entry':{'frequency':'key','key':'a..b'}|invalid_property /entry/key",
        "'entry':{'key':'order.id'}|invalid_value /entry/key",
        "'entry':{'interval':'1d'}|invalid_value /entry/interval",
        "'exit':{}|type_mismatch /exit",
        "'exit':[{}]|missing_member /exit/0",
        "'exit':[{'condition':'everyone','noLongerMatches':true}]|one_of /exit/0",
        "'exit':[{'noLongerMatches':true}]|invalid_value /exit/0/noLongerMatches",
        "'exit':[{'event':{'eventName':'e','sameKey':true}}]|invalid_value /exit/0/event/sameKey",
        "'exit':[{'event':{}}]|missing_member /exit/0/event/eventName",
        "'timezone':{}|missing_member /timezone/fallback",
        "'timezone':{'fallback':'Mars/Olympus'}|invalid_timezone /timezone/fallback",
        "'timezone':{'field':'seats','fallback':'UTC'}|type_mismatch /timezone/field",
        "'timezone':{'field':'nope','fallback':'UTC'}|unknown_field /timezone/field",
        "'timezone':{'app':'app-one','fallback':'UTC'}|invalid_value /timezone/app",
        "'ignoreQuietHours':'yes'|type_mismatch /ignoreQuietHours",
        "'color':'red'|unknown_field /color"
      })
  void aPartIsRefused(String part, String fault) {
    String[] words = fault.split(" ", 2);
    assertEquals(
        List.of(words[0] + " /definition" + words[1]),
        faults(definition(EVENT, part.replace('\'', '"'))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "7|type_mismatch ",
        "{'id':'a'}|missing_member /type",
        "{'type':'exit'}|missing_member /id",
        "{'id':'A','type':'exit'}|invalid_value /id",
        "{'id':'a','type':'sms'}|unknown_step_type /type",
        "{'id':'a','type':'exit','color':1}|unknown_field /color",
        "{'id':'a','type':'filter'}|missing_member ",
        "{'id':'a','type':'wait'}|missing_member ",
        "{'id':'a','type':'wait','for':'1d','until':{'time':'09:00'}}|one_of ",
        "{'id':'a','type':'wait','for':'0d'}|invalid_duration /for",
        "{'id':'a','type':'wait','for':5}|invalid_duration /for",
        "{'id':'a','type':'wait','for':'53w'}|invalid_duration /for",
        "{'id':'a','type':'wait','for':'1d','timeout':'1d'}|invalid_value /timeout",
        "{'id':'a','type':'wait','condition':'everyone'}|missing_member /timeout",
        "{'id':'a','type':'wait','event':{'eventName':'e'},'timeout':'1d','onTimeout':'stop'}|invalid_value /onTimeout",
        "{'id':'a','type':'wait','until':{}}|missing_member /until/time",
        "{'id':'a','type':'branch'}|missing_member /arms",
        "{'id':'a','type':'branch','arms':[]}|missing_member /arms",
        "{'id':'a','type':'branch','arms':[{'name':'x'}]}|missing_member /arms/0/steps",
        "{'id':'a','type':'branch','arms':[{'name':'else','steps':[]}]}|invalid_value /arms/0/name",
        "{'id':'a','type':'branch','arms':[{'name':'x','outcome':{'step':'b','is':'event'},'steps':[]}]}|invalid_outcome /arms/0/outcome/step",
        "{'id':'a','type':'email','to':['shop']}|missing_member /template",
        "{'id':'a','type':'email','template':'4','to':['shop']}|unknown_template /template",
        "{'id':'a','type':'email','template':5,'to':['shop']}|unknown_template /template",
        "{'id':'a','type':'email','template':'5','to':[]}|missing_member /to",
        "{'id':'a','type':'email','template':'5','to':['all']}|invalid_recipient /to/0",
        "{'id':'a','type':'email','template':'5','to':['shop'],'sender':'5'}|unknown_sender /sender",
        "{'id':'a','type':'email','template':'5','to':['shop'],'topic':'5'}|unknown_topic /topic",
        "{'id':'a','type':'set_field','field':'plan'}|missing_member /value",
        "{'id':'a','type':'set_field','field':'plan','value':true}|type_mismatch /value",
        "{'id':'a','type':'set_field','field':'setup','value':'x'}|type_mismatch /value",
        "{'id':'a','type':'set_field','field':'mrr','value':1}|missing_member /app",
        "{'id':'a','type':'set_field','field':'plan','value':{'property':'a.'}}|invalid_property /value/property",
        "{'id':'a','type':'add_tag','to':['shop']}|missing_member /tag",
        "{'id':'a','type':'remove_tag','tag':'x'}|missing_member /to",
        "{'id':'a','type':'webhook','data':[]}|type_mismatch /data",
        "{'id':'a','type':'webhook','data':{'a/b':['{{name}}']}}|unknown_placeholder /data/a~1b/0",
        "{'id':'a','type':'webhook','data':{'a':'{{contact.email}}'}}|unknown_placeholder /data/a",
        "{'id':'a','type':'webhook','data':{'a':'{{cf.nothing}}'}}|unknown_field /data/a",
        "{'id':'a','type':'webhook','data':{'a':'{{cf.secret}}'}}|private_field /data/a",
        "{'id':'a','type':'webhook','data':{'a':'{{#if customer.name}}x'}}|invalid_template /data/a",
        "{'id':'a','type':'webhook','data':{'a':1e999}}|invalid_value /data/a",
        "{'id':'a','type':'webhook','data':{'a':'{{cf.plan}}'},'fields':{}}|unknown_field /fields"
      })
  void aStepIsRefused(String step, String fault) {
    int blank = fault.indexOf(' ');
    String code = blank < 0 ? fault : fault.substring(0, blank);
    String below = blank < 0 ? "" : fault.substring(blank + 1);
    assertEquals(
        List.of(code + " /definition/steps/0" + below), faults(withSteps(step.replace('\'', '"'))));
  }

  @Test
  void aFaultOfATextSaysWhere() {
    ObjectNode json =
        withSteps("{\"id\":\"a\",\"type\":\"filter\",\"condition\":\"name is set AND cf:no = 1\"}");
    ValidationError fault = FlowSamples.check(json).faults().get(0);
    assertEquals(16, fault.position());
    ObjectNode data =
        withSteps("{\"id\":\"a\",\"type\":\"webhook\",\"data\":{\"x\":\"😀 {{cf.no}}\"}}");
    ValidationError placeholder = FlowSamples.check(data).faults().get(0);
    assertEquals(4, placeholder.position());
    assertEquals(5, placeholder.length());
  }

  @Test
  void aKeyNeedsAUsageEventAndNoLongerMatchesSomethingToMatch() {
    String key = "\"entry\":{\"frequency\":\"key\",\"key\":\"id\"}";
    assertEquals(List.of("invalid_value /definition/entry/key"), faults(definition(CONTACT, key)));
    String exit = "\"exit\":[{\"noLongerMatches\":true}]";
    String segment = "{\"type\":\"segment_entered\",\"segment\":\"12\"}";
    assertEquals(List.of(), faults(definition(segment, exit)));
    assertEquals(
        List.of(), faults(definition(CONTACT, exit + ",\"entry\":{\"condition\":\"everyone\"}")));
  }

  @Test
  void anIdStandsOnceInTheWholeDefinition() {
    String inner = "{\"id\":\"a\",\"type\":\"exit\"}";
    assertEquals(
        List.of(
            "duplicate_step /definition/steps/1/arms/0/steps/0",
            "duplicate_step /definition/steps/1/else/0"),
        faults(
                withSteps(
                    inner,
                    "{\"id\":\"b\",\"type\":\"branch\",\"arms\":[{\"name\":\"x\",\"steps\":[%s]}],\"else\":[%s]}"
                        .formatted(inner, inner)))
            .stream()
            .map(fault -> fault.replaceFirst("/id$", ""))
            .toList());
  }

  @Test
  void anOutcomeIsOneOfAWaitThatEachRunHasPassed() {
    String wait = "{\"id\":\"w\",\"type\":\"wait\",\"for\":\"1d\"}";
    String ask =
        "{\"id\":\"%s\",\"type\":\"branch\",\"arms\":[{\"name\":\"x\",\"outcome\":{\"step\":\"w\",\"is\":\"%s\"},\"steps\":[%s]}]}";
    assertEquals(List.of(), faults(withSteps(wait, ask.formatted("b", "elapsed", ""))));
    assertEquals(
        List.of("invalid_outcome /definition/steps/1/arms/0/outcome/is"),
        faults(withSteps(wait, ask.formatted("b", "timeout", ""))));
    assertEquals(
        List.of("invalid_outcome /definition/steps/0/arms/0/outcome/step"),
        faults(withSteps(ask.formatted("b", "elapsed", ""), wait)));
    // It is passed within the arm, but not after the branch.
    String within =
        "{\"id\":\"b\",\"type\":\"branch\",\"arms\":[{\"name\":\"x\",\"steps\":[%s,%s]}]}"
            .formatted(wait, ask.formatted("c", "elapsed", ""));
    assertEquals(List.of(), faults(withSteps(within)));
    assertEquals(
        List.of("invalid_outcome /definition/steps/1/arms/0/outcome/step"),
        faults(withSteps(within, ask.formatted("d", "elapsed", ""))));
  }

  @Test
  void stepsArmsAndDepthAreLimited() {
    String[] steps =
        IntStream.range(0, 101)
            .mapToObj(i -> "{\"id\":\"s" + i + "\",\"type\":\"exit\"}")
            .toArray(String[]::new);
    assertEquals(List.of("too_many_steps /definition/steps/100"), faults(withSteps(steps)));
    List<String> arms = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      arms.add("{\"name\":\"a" + i + "\",\"steps\":[]}");
    }
    assertEquals(
        List.of("too_many /definition/steps/0/arms"),
        faults(
            withSteps(
                "{\"id\":\"b\",\"type\":\"branch\",\"arms\":[" + String.join(",", arms) + "]}")));
    assertEquals(List.of(), faults(withSteps(nested(5))));
    assertEquals(
        List.of("too_deep /definition/steps/0" + "/arms/0/steps/0".repeat(5)),
        faults(withSteps(nested(6))));
  }

  private static String nested(int depth) {
    String inner = depth == 1 ? "" : nested(depth - 1);
    return "{\"id\":\"b%d\",\"type\":\"branch\",\"arms\":[{\"name\":\"x\",\"steps\":[%s]}]}"
        .formatted(depth, inner);
  }

  @Test
  void sizesAreLimited() {
    String data =
        "{\"id\":\"a\",\"type\":\"webhook\",\"data\":{\"x\":\"" + "y".repeat(16_380) + "\"}}";
    assertEquals(List.of("too_long /definition/steps/0/data"), faults(withSteps(data)));
    ObjectNode long_ = withSteps();
    long_.put("x", "y".repeat(65_536));
    assertEquals(List.of("too_long /definition"), faults(long_));
    String deep = "{\"id\":\"a\",\"type\":\"webhook\",\"data\":{\"x\":%s}}";
    String ninety = "[".repeat(90) + "]".repeat(90);
    assertEquals(List.of(), faults(withSteps(deep.formatted(ninety))));
    assertEquals(
        List.of("too_deep /definition"),
        faults(withSteps(deep.formatted("[[[[[[[" + ninety + "]]]]]]]"))));
    assertEquals(
        List.of("type_mismatch /definition"),
        FlowSamples.check(json("{\"x\":7}").path("x")).faults().stream()
            .map(fault -> fault.code() + " " + fault.pointer())
            .toList());
  }
}
