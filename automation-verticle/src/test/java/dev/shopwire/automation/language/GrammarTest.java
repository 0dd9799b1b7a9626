package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Condition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests each kind of leaf with each operator: text, canonical text, JSON. */
class GrammarTest {

  /** The columns: a text; its JSON. The text is canonical. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          everyone ¦ {"type":"everyone"}
          app:app-one state = "trial" ¦ {"type":"lifecycle","app":"app-one","name":"state","op":"=","value":"trial"}
          app:any state is unset ¦ {"type":"lifecycle","app":null,"name":"state","op":"is_unset"}
          app:any plan not in ("a", "b") ¦ {"type":"lifecycle","app":null,"name":"plan","op":"not_in","value":["a","b"]}
          app:any mrr gt 9.99 ¦ {"type":"lifecycle","app":null,"name":"mrr","op":"gt","value":9.99}
          app:"3d-app" mrr:USD between 1 and 5 ¦ {"type":"lifecycle","app":"3d-app","name":"mrr","currency":"USD","op":"between","value":[1,5]}
          app:any installed ¦ {"type":"lifecycle","app":null,"name":"installed"}
          app:"any" installed ¦ {"type":"lifecycle","app":"any","name":"installed"}
          app:app-two paying before 30d ago ¦ {"type":"lifecycle","app":"app-two","name":"paying","op":"before","value":"30d ago"}
          app:any canceled within 30d AND app:any trial ¦ {"all":[{"type":"lifecycle","app":null,"name":"canceled","op":"within","value":"30d"},{"type":"lifecycle","app":null,"name":"trial"}]}
          app:any trial_ends within next 3d ¦ {"type":"lifecycle","app":null,"name":"trial_ends","op":"within_next","value":"3d"}
          everyone AND name is set ¦ {"all":[{"type":"everyone"},{"type":"member","name":"name","op":"is_set"}]}
          everyone OR everyone ¦ {"any":[{"type":"everyone"},{"type":"everyone"}]}
          NOT everyone ¦ {"not":{"type":"everyone"}}
          NOT NOT everyone ¦ {"not":{"not":{"type":"everyone"}}}
          NOT (everyone OR everyone) ¦ {"not":{"any":[{"type":"everyone"},{"type":"everyone"}]}}
          everyone OR everyone AND everyone ¦ {"any":[{"type":"everyone"},{"all":[{"type":"everyone"},{"type":"everyone"}]}]}
          (everyone OR everyone) AND everyone ¦ {"all":[{"any":[{"type":"everyone"},{"type":"everyone"}]},{"type":"everyone"}]}
          (everyone AND everyone) AND everyone ¦ {"all":[{"all":[{"type":"everyone"},{"type":"everyone"}]},{"type":"everyone"}]}
          everyone OR (everyone OR everyone) ¦ {"any":[{"type":"everyone"},{"any":[{"type":"everyone"},{"type":"everyone"}]}]}
          cf:plan = "pro" ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"=","value":"pro"}
          cf:plan != "pro" ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"!=","value":"pro"}
          cf:plan in ("a", "b") ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"in","value":["a","b"]}
          cf:plan not in ("a") ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"not_in","value":["a"]}
          cf:plan contains "%_\\\\\\"$1" ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"contains","value":"%_\\\\\\"$1"}
          cf:plan not contains "" ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"not_contains","value":""}
          cf:plan starts_with "p" ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"starts_with","value":"p"}
          cf:plan is set ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"is_set"}
          cf:plan is unset ¦ {"type":"field","id":"11","name":"plan","app":null,"op":"is_unset"}
          cf:renews_on before 2026-11-21 ¦ {"type":"field","id":"22","name":"renews_on","app":null,"op":"before","value":"2026-11-21"}
          cf:renews_on since 2026-11-21T09:30:00.000Z ¦ {"type":"field","id":"22","name":"renews_on","app":null,"op":"since","value":"2026-11-21T09:30:00.000Z"}
          cf:renews_on after now ¦ {"type":"field","id":"22","name":"renews_on","app":null,"op":"after","value":"now"}
          cf:renews_on between 30d ago and 2w ahead ¦ {"type":"field","id":"22","name":"renews_on","app":null,"op":"between","value":["30d ago","2w ahead"]}
          cf:renews_on within 24h ¦ {"type":"field","id":"22","name":"renews_on","app":null,"op":"within","value":"24h"}
          cf:renews_on within next 7d ¦ {"type":"field","id":"22","name":"renews_on","app":null,"op":"within_next","value":"7d"}
          cf:seats = 1 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"=","value":1}
          cf:seats != -1.5 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"!=","value":-1.5}
          cf:seats gt 0 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"gt","value":0}
          cf:seats gte 100 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"gte","value":100}
          cf:seats lt 12345678901234567890123 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"lt","value":12345678901234567890123}
          cf:seats lte 0.10000000000000000000001 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"lte","value":0.10000000000000000000001}
          cf:seats between 1 and 5 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"between","value":[1,5]}
          cf:seats in (1, 2) ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"in","value":[1,2]}
          cf:seats not in (1) ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"not_in","value":[1]}
          cf:seats is set ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"is_set"}
          cf:seats gt 1E+300 ¦ {"type":"field","id":"12","name":"seats","app":null,"op":"gt","value":1E+300}
          cf:active = true ¦ {"type":"field","id":"13","name":"active","app":null,"op":"=","value":true}
          cf:active != false ¦ {"type":"field","id":"13","name":"active","app":null,"op":"!=","value":false}
          cf:active is unset ¦ {"type":"field","id":"13","name":"active","app":null,"op":"is_unset"}
          cf:setup contains 1 ¦ {"type":"field","id":"14","name":"setup","app":null,"op":"contains","value":1}
          cf:setup not contains true ¦ {"type":"field","id":"14","name":"setup","app":null,"op":"not_contains","value":true}
          cf:setup is set ¦ {"type":"field","id":"14","name":"setup","app":null,"op":"is_set"}
          cf:setup[address.city] = "Bern" ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"address.city","op":"=","value":"Bern"}
          cf:setup["a b"] gte 1 ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"a b","op":"gte","value":1}
          cf:setup["a\\\\.b"] = false ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"a\\\\.b","op":"=","value":false}
          cf:setup[x] between 1 and 2 ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"x","op":"between","value":[1,2]}
          cf:setup[x] between 2026-01-01 and now ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"x","op":"between","value":["2026-01-01","now"]}
          cf:setup[x] in ("a", 1, true) ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"x","op":"in","value":["a",1,true]}
          cf:setup[x] starts_with "a" ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"x","op":"starts_with","value":"a"}
          cf:setup[x] within next 1h ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"x","op":"within_next","value":"1h"}
          cf:setup[x] not contains 5 ¦ {"type":"field","id":"14","name":"setup","app":null,"path":"x","op":"not_contains","value":5}
          cf:mrr gt 5 ¦ {"type":"field","id":"15","name":"mrr","app":null,"op":"gt","value":5}
          cf:app-one/mrr gt 5 ¦ {"type":"field","id":"15","name":"mrr","app":"app-one","op":"gt","value":5}
          cf:"3d-app"/mrr gt 5 ¦ {"type":"field","id":"15","name":"mrr","app":"3d-app","op":"gt","value":5}
          cf:app-two/region = "x" ¦ {"type":"field","id":"17","name":"region","app":"app-two","op":"=","value":"x"}
          cf:app-two/#16 = "x" ¦ {"type":"field","id":"16","name":"region","app":"app-two","op":"=","value":"x"}
          cf:region = "x" ¦ {"type":"field","id":"16","name":"region","app":null,"op":"=","value":"x"}
          cf:only_here = "x" ¦ {"type":"field","id":"18","name":"only_here","app":"app-one","op":"=","value":"x"}
          cf:app-one/twice = "x" ¦ {"type":"field","id":"19","name":"twice","app":"app-one","op":"=","value":"x"}
          cf:a.b-c_d = "x" ¦ {"type":"field","id":"23","name":"a.b-c_d","app":null,"op":"=","value":"x"}
          cf:and = "x" ¦ {"type":"field","id":"24","name":"and","app":null,"op":"=","value":"x"}
          name = "Ada" ¦ {"type":"member","name":"name","op":"=","value":"Ada"}
          email contains "@acme" ¦ {"type":"member","name":"email","op":"contains","value":"@acme"}
          domain starts_with "a" ¦ {"type":"member","name":"domain","op":"starts_with","value":"a"}
          domain not in ("a", "b") ¦ {"type":"member","name":"domain","op":"not_in","value":["a","b"]}
          name is unset ¦ {"type":"member","name":"name","op":"is_unset"}
          firstSeenAt since 2026-01-01 ¦ {"type":"member","name":"firstSeenAt","op":"since","value":"2026-01-01"}
          lastSeenAt before 30d ago ¦ {"type":"member","name":"lastSeenAt","op":"before","value":"30d ago"}
          lastSeenAt within next 1m ¦ {"type":"member","name":"lastSeenAt","op":"within_next","value":"1m"}
          event:export performed ¦ {"type":"event","name":"export","app":null,"measure":"performed"}
          event:"Report exported" not performed within 30d ¦ {"type":"event","name":"Report exported","app":null,"measure":"not_performed","window":{"op":"within","value":"30d"}}
          event:app-one/export count gte 3 within 30d where (format = "csv") ¦ {"type":"event","name":"export","app":"app-one","measure":"count","op":"gte","value":3,"window":{"op":"within","value":"30d"},"where":[{"property":"format","op":"=","value":"csv"}]}
          event:e count between 1 and 2 between 2026-01-01 and 2026-02-01 ¦ {"type":"event","name":"e","app":null,"measure":"count","op":"between","value":[1,2],"window":{"op":"between","value":["2026-01-01","2026-02-01"]}}
          event:e sum(rows) gt 5 ¦ {"type":"event","name":"e","app":null,"measure":"sum","property":"rows","op":"gt","value":5}
          event:e sum("a b") != 5 since 1d ago ¦ {"type":"event","name":"e","app":null,"measure":"sum","property":"a b","op":"!=","value":5,"window":{"op":"since","value":"1d ago"}}
          event:e first after 2026-01-01 ¦ {"type":"event","name":"e","app":null,"measure":"first","op":"after","value":"2026-01-01"}
          event:e last before 14d ago where (a.b is blank AND c is not blank) ¦ {"type":"event","name":"e","app":null,"measure":"last","op":"before","value":"14d ago","where":[{"property":"a.b","op":"is_blank"},{"property":"c","op":"is_not_blank"}]}
          event:e performed where (x in ("a", 1, false) AND y not in (2)) ¦ {"type":"event","name":"e","app":null,"measure":"performed","where":[{"property":"x","op":"in","value":["a",1,false]},{"property":"y","op":"not_in","value":[2]}]}
          event:e performed where (x contains "a" AND y gt 1 AND z lte 2 AND w != true) ¦ {"type":"event","name":"e","app":null,"measure":"performed","where":[{"property":"x","op":"contains","value":"a"},{"property":"y","op":"gt","value":1},{"property":"z","op":"lte","value":2},{"property":"w","op":"!=","value":true}]}
          event:e performed where (not = 1 AND in not contains "b") ¦ {"type":"event","name":"e","app":null,"measure":"performed","where":[{"property":"not","op":"=","value":1},{"property":"in","op":"not_contains","value":"b"}]}
          page:"/reports/*" viewed ¦ {"type":"page","path":"/reports/*","app":null,"measure":"viewed"}
          page:app-one/"/x" not viewed within 1w ¦ {"type":"page","path":"/x","app":"app-one","measure":"not_viewed","window":{"op":"within","value":"1w"}}
          page:"/x" count lt 3 where (ref = "a") ¦ {"type":"page","path":"/x","app":null,"measure":"count","op":"lt","value":3,"where":[{"property":"ref","op":"=","value":"a"}]}
          page:"/x" last within 1d ¦ {"type":"page","path":"/x","app":null,"measure":"last","op":"within","value":"1d"}
          sessions count gte 2 ¦ {"type":"sessions","app":null,"measure":"count","op":"gte","value":2}
          sessions:app-two count = 0 within 7d ¦ {"type":"sessions","app":"app-two","measure":"count","op":"=","value":0,"window":{"op":"within","value":"7d"}}
          contact ¦ {"type":"contact"}
          contact count gte 2 ¦ {"type":"contact","op":"gte","value":2}
          contact count gte 2 where (role = "owner") ¦ {"type":"contact","op":"gte","value":2,"where":[{"name":"role","op":"=","value":"owner"}]}
          contact where (tag in ("a", "b") AND email contains "@acme" AND email is set) ¦ {"type":"contact","where":[{"name":"tag","op":"in","value":["a","b"]},{"name":"email","op":"contains","value":"@acme"},{"name":"email","op":"is_set"}]}
          credit ¦ {"type":"credit","app":null}
          credit where (affiliate = "Ada") ¦ {"type":"credit","app":null,"where":[{"name":"affiliate","op":"=","value":"3"}]}
          credit:app-one where (affiliate not in ("Ada", #5, "#3") AND code != "X" AND carrier = "cookie") ¦ {"type":"credit","app":"app-one","where":[{"name":"affiliate","op":"not_in","value":["3","5","7"]},{"name":"code","op":"!=","value":"X"},{"name":"carrier","op":"=","value":"cookie"}]}
          credit where (creditedAt within 30d) ¦ {"type":"credit","app":null,"where":[{"name":"creditedAt","op":"within","value":"30d"}]}
          segment:VIP ¦ {"type":"segment","id":"12","name":"VIP"}
          segment:"VIP shops" ¦ {"type":"segment","id":"13","name":"VIP shops"}
          segment:or ¦ {"type":"segment","id":"14","name":"or"}
          segment:"#12" ¦ {"type":"segment","id":"15","name":"#12"}
          """)
  void isCanonicalAndTheSameInJson(String text, String json) {
    Condition condition = Written.ofText(text);
    assertEquals(json, Written.json(condition));
    assertEquals(text, Written.text(condition));
    assertEquals(condition, Written.ofJson(json));
    assertEquals(condition, StoredCondition.read(StoredCondition.write(condition)));
  }

  /** The columns: a text; the canonical text. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          EVERYONE and Not eVeryone ¦ everyone AND NOT everyone
          CF:plan=pro ¦ cf:plan = "pro"
          cf:plan = now ¦ cf:plan = "now"
          cf:plan = IN ¦ cf:plan = "IN"
          cf:"plan" in(pro,"x",in) ¦ cf:plan in ("pro", "x", "in")
          cf:#11 = a ¦ cf:plan = "a"
          cf:app-one/plan = a ¦ cf:plan = "a"
          cf:app-one/only_here = a ¦ cf:only_here = "a"
          cf:"app-one"/"mrr" > 5 ¦ cf:app-one/mrr gt 5
          cf:app-one/region = x ¦ cf:app-one/region = "x"
          cf:seats >=1 AND cf:seats<= 2 AND cf:seats<3 ¦ cf:seats gte 1 AND cf:seats lte 2 AND cf:seats lt 3
          cf:seats = 1.50e2 ¦ cf:seats = 150
          cf:seats = -0.0 ¦ cf:seats = 0
          cf:seats = 0e-900 ¦ cf:seats = 0
          cf:seats = 1e-7 ¦ cf:seats = 0.0000001
          cf:seats = 5e-324 ¦ cf:seats = 5E-324
          cf:active = TRUE ¦ cf:active = true
          cf:plan IS NOT SET ¦ cf:plan is unset
          cf:plan Not Contains x ¦ cf:plan not contains "x"
          cf:renews_on before "2026-11-21" ¦ cf:renews_on before 2026-11-21
          cf:renews_on since 2026-11-21T09:30 ¦ cf:renews_on since 2026-11-21T09:30:00.000Z
          cf:renews_on since "2026-11-21T09:30:15" ¦ cf:renews_on since 2026-11-21T09:30:15.000Z
          cf:renews_on since 2026-11-21T09:30:15.123456+02:00 ¦ cf:renews_on since 2026-11-21T07:30:15.123456Z
          cf:renews_on since 2026-11-21T09:30-14:00 ¦ cf:renews_on since 2026-11-21T23:30:00.000Z
          cf:renews_on between NOW AND 030d AHEAD ¦ cf:renews_on between now and 30d ahead
          cf:renews_on Within Next 7d ¦ cf:renews_on within next 7d
          cf:setup[ x ] = 1 ¦ cf:setup[x] = 1
          cf:setup["address.city"] = Bern ¦ cf:setup[address.city] = "Bern"
          ((everyone)) ¦ everyone
          (everyone AND everyone) OR (NOT (everyone)) ¦ everyone AND everyone OR NOT everyone
          FirstSeenAT Before now ¦ firstSeenAt before now
          Event:export PERFORMED Within 30d Where(a=1 AND b=c) ¦ event:export performed within 30d where (a = 1 AND b = "c")
          event:"app-one"/"export" Sum ( rows ) > 1 ¦ event:app-one/export sum(rows) gt 1
          event:count count = 1 ¦ event:count count = 1
          page:"app-one"/"a b" VIEWED ¦ page:app-one/"a b" viewed
          Sessions:"app-one" COUNT>1 ¦ sessions:app-one count gt 1
          CONTACT COUNT > 1 WHERE (ROLE = owner) ¦ contact count gt 1 where (role = "owner")
          credit where (affiliate = #3) ¦ credit where (affiliate = "Ada")
          credit where (affiliate = "#4") ¦ credit where (affiliate = "Bob \\"B\\" Brown")
          credit where (affiliate = Ada AND CreditedAt since 1d ago) ¦ credit where (affiliate = "Ada" AND creditedAt since 1d ago)
          segment:#12 ¦ segment:VIP
          segment:"VIP" ¦ segment:VIP
          `\t\r\n everyone\r\n\tOR\teveryone\n` ¦ everyone OR everyone
          name = "\\u0041\\/\\n\\ud83d\\ude00" ¦ name = "A/\\n😀"
          """)
  void isReadInOtherFormsToo(String text, String canonical) {
    assertEquals(canonical, Written.text(Written.ofText(text)));
  }

  /** The columns: JSON that is not canonical; the canonical text. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          {"all":[{"type":"everyone"}]} ¦ everyone
          {"any":[{"all":[{"not":{"type":"everyone"}}]}]} ¦ NOT everyone
          {"type":"field","name":"plan","op":"is_set"} ¦ cf:plan is set
          {"type":"field","name":"mrr","app":"app-one","op":"is_set","value":null,"path":null} ¦ cf:app-one/mrr is set
          {"type":"field","id":"11","name":"other","app":"nope","op":"is_set"} ¦ cf:plan is set
          {"type":"field","id":"15","app":"app-two","op":"is_set"} ¦ cf:app-two/mrr is set
          {"type":"segment","id":"12","name":"nope"} ¦ segment:VIP
          {"type":"segment","name":"VIP shops"} ¦ segment:"VIP shops"
          {"type":"event","name":"e","measure":"performed","window":null,"where":[]} ¦ event:e performed
          {"type":"sessions","op":"=","value":1} ¦ sessions count = 1
          {"type":"contact","op":null,"value":null,"where":null} ¦ contact
          {"type":"field","id":"12","op":"=","value":1.50} ¦ cf:seats = 1.5
          {"type":"field","id":"12","op":"=","value":1e2} ¦ cf:seats = 100
          {"type":"field","id":"22","op":"since","value":"2026-11-21T09:30+02:00"} ¦ cf:renews_on since 2026-11-21T07:30:00.000Z
          """)
  void jsonMayBeShorter(String json, String canonical) {
    assertEquals(canonical, Written.text(Written.ofJson(json)));
  }
}
