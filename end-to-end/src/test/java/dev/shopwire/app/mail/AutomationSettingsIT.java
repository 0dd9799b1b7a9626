package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how a workspace sets the sending of mails (docs/api/mail.md). */
@Tag("everywhere")
@Tag("stores")
class AutomationSettingsIT {
  private final Tenants tenants = RunningService.shared().tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final Tenants.App app = tenants.app();
  private final String path = path(app.workspaceId());

  private static String path(String workspace) {
    return "/console/api/workspaces/" + workspace + "/automation-settings";
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json().path("settings");
  }

  /** JSON with single quotes, which none of its texts has. */
  private Response change(String json) {
    return console.patch(path, json.replace('\'', '"'));
  }

  private JsonNode changed(String json) {
    return ok(change(json));
  }

  private static List<String> texts(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> name.isEmpty() ? each.asText() : each.path(name).asText())
        .toList();
  }

  private List<JsonNode> audited() {
    return AuditRows.of(app.workspaceId()).stream()
        .filter(row -> row.path("action").asText().equals("automation_settings.changed"))
        .toList();
  }

  @Test
  void theSandboxIsOnUntilItIsSwitchedOff() {
    JsonNode settings = ok(console.get(path));
    assertTrue(settings.at("/sandbox/enabled").asBoolean());
    assertEquals(0, settings.at("/sandbox/allow").size());
    assertTrue(settings.path("quietHours").isNull());
    assertTrue(settings.path("frequencyCap").isNull());
    assertTrue(settings.path("defaultSender").isNull());
    assertEquals(settings, changed("{}"));
    assertEquals(
        settings,
        changed("{'sandbox':{},'quietHours':null,'frequencyCap':null,'defaultSender':null}"));
    assertEquals(List.of(), audited());
    JsonNode off = changed("{'sandbox':{'enabled':false}}");
    assertEquals("false", off.at("/sandbox/enabled").asText());
    assertEquals(off, ok(console.get(path)));
    assertEquals(1, audited().size());
  }

  @Test
  void whatIsAbsentStays() {
    changed(
        "{'sandbox':{'allow':[' Me@X.Example ','Our.Example','me@x.example','B\u00fccher.example']}}");
    changed("{'frequencyCap':{'messages':3,'per':'24h'}}");
    JsonNode all =
        changed(
            "{'quietHours':{'from':'22:00','to':'07:30:15','timezone':{'fallback':'europe/zurich'}}}");
    assertEquals(
        List.of("me@x.example", "our.example", "xn--bcher-kva.example"),
        texts(all.at("/sandbox/allow"), ""));
    assertTrue(all.at("/sandbox/enabled").asBoolean());
    assertEquals(3, all.at("/frequencyCap/messages").asInt());
    assertEquals("24h", all.at("/frequencyCap/per").asText());
    assertEquals("22:00", all.at("/quietHours/from").asText());
    assertEquals("07:30:15", all.at("/quietHours/to").asText());
    assertEquals("Europe/Zurich", all.at("/quietHours/timezone/fallback").asText());
    assertTrue(all.at("/quietHours/timezone/field").isNull());
    JsonNode without = changed("{'quietHours':null}");
    assertTrue(without.path("quietHours").isNull());
    assertEquals(3, without.at("/frequencyCap/messages").asInt());
    assertTrue(changed("{'frequencyCap':null}").path("frequencyCap").isNull());
    assertEquals(5, audited().size());
  }

  @Test
  void quietHoursFollowATextField() {
    Response pushed =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"acme.platform.example\",\"customFields\":{\"timezone\":\"Asia/Tokyo\",\"seats\":3}}");
    assertEquals(200, pushed.status(), pushed::body);
    JsonNode settings = changed(quietHours("{'field':'timezone','fallback':'UTC'}"));
    assertEquals("timezone", settings.at("/quietHours/timezone/field").asText());
    assertRefused(
        "type_mismatch",
        "/quietHours/timezone/field",
        change(quietHours("{'field':'seats','fallback':'UTC'}")));
    assertRefused(
        "unknown_field",
        "/quietHours/timezone/field",
        change(quietHours("{'field':'zone','fallback':'UTC'}")));
    assertRefused(
        "unknown_field",
        "/quietHours/timezone/field",
        change(quietHours("{'field':'timezone','app':'none','fallback':'UTC'}")));
    assertEquals(settings, ok(console.get(path)));
  }

  private static String quietHours(String timezone) {
    return "{'quietHours':{'from':'22:00','to':'07:00','timezone':" + timezone + "}}";
  }

  private static void assertRefused(String code, String pointer, Response response) {
    assertEquals(422, response.status(), response::body);
    assertEquals(pointer, response.json().at("/errors/0/pointer").asText(), response::body);
    assertEquals(code, response.json().at("/errors/0/code").asText(), response::body);
  }

  @Test
  void everyFaultIsReportedAtOnce() {
    Response refused =
        change(
            "{'sandbox':{'enabled':null,'allow':['a@b@c',7]},'quietHours':{'from':'25:00',"
                + "'timezone':{'field':'none','fallback':'Mars/Base'}},"
                + "'frequencyCap':{'messages':1001,'per':'0s'},'defaultSender':'7','more':1}");
    assertEquals(422, refused.status(), refused::body);
    assertEquals(
        List.of(
            "/sandbox/enabled",
            "/sandbox/allow/0",
            "/sandbox/allow/1",
            "/quietHours/from",
            "/quietHours/to",
            "/quietHours/timezone/fallback",
            "/frequencyCap/messages",
            "/frequencyCap/per",
            "/more",
            "/quietHours/timezone/field",
            "/defaultSender"),
        texts(refused.json().path("errors"), "pointer"));
    assertEquals(ok(console.get(path)), changed("{}"));
    assertEquals(List.of(), audited());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'sandbox':null} | invalid_type | /sandbox",
        "{'sandbox':7} | invalid_type | /sandbox",
        "{'sandbox':{'allow':null}} | invalid_type | /sandbox/allow",
        "{'sandbox':{'allow':['']}} | invalid_address | /sandbox/allow/0",
        "{'sandbox':{'allow':['a b.example']}} | invalid_address | /sandbox/allow/0",
        "{'sandbox':{'allow':['@our.example']}} | invalid_address | /sandbox/allow/0",
        "{'sandbox':{'allow':['a@b.example\\r\\nBcc: x']}} | invalid_address | /sandbox/allow/0",
        "{'sandbox':{'allow':['[127.0.0.1]']}} | invalid_address | /sandbox/allow/0",
        "{'quietHours':[]} | invalid_type | /quietHours",
        "{'quietHours':{'from':'8:00','to':'9:00','timezone':{'fallback':'UTC'}}} | invalid_time | /quietHours/from",
        "{'quietHours':{'from':'08:00','to':'08:00','timezone':{'fallback':'UTC'}}} | invalid_time | /quietHours/to",
        "{'quietHours':{'from':'08:00','to':'09:60','timezone':{'fallback':'UTC'}}} | invalid_time | /quietHours/to",
        "{'quietHours':{'from':'08:00','to':'09:00'}} | required | /quietHours/timezone",
        "{'quietHours':{'from':'08:00','to':'09:00','timezone':'UTC'}} | invalid_type | /quietHours/timezone",
        "{'quietHours':{'from':'08:00','to':'09:00','timezone':{}}} | required | /quietHours/timezone/fallback",
        "{'quietHours':{'from':'08:00','to':'09:00','timezone':{'fallback':'+02:00'}}} | invalid_timezone | /quietHours/timezone/fallback",
        "{'quietHours':{'from':'08:00','to':'09:00','timezone':{'app':'x','fallback':'UTC'}}} | invalid_app | /quietHours/timezone/app",
        "{'frequencyCap':3} | invalid_type | /frequencyCap",
        "{'frequencyCap':{}} | required | /frequencyCap/messages",
        "{'frequencyCap':{'messages':0,'per':'1d'}} | invalid_number | /frequencyCap/messages",
        "{'frequencyCap':{'messages':1.5,'per':'1d'}} | invalid_number | /frequencyCap/messages",
        "{'frequencyCap':{'messages':1}} | required | /frequencyCap/per",
        "{'frequencyCap':{'messages':1,'per':7}} | invalid_duration | /frequencyCap/per",
        "{'frequencyCap':{'messages':1,'per':'366d'}} | invalid_duration | /frequencyCap/per",
        "{'frequencyCap':{'messages':1,'per':'99999999999d'}} | invalid_duration | /frequencyCap/per",
        "{'defaultSender':7} | invalid_type | /defaultSender",
        "{'defaultSender':'x'} | unknown_sender | /defaultSender",
        "{'defaultSender':'1'} | unknown_sender | /defaultSender"
      })
  void invalidSettingsAreRefused(String json, String code, String pointer) {
    assertRefused(code, pointer, change(json));
  }

  @Test
  void tooManyAllowedAddressesAreRefused() {
    String allowed =
        IntStream.range(0, 101)
            .mapToObj(i -> "'a" + i + "@x.example'")
            .collect(Collectors.joining(","));
    assertRefused("too_many", "/sandbox/allow", change("{'sandbox':{'allow':[" + allowed + "]}}"));
  }

  @Test
  void settingsOfAWorkspaceAreItsOwn() {
    String other = tenants.app().workspaceId();
    changed("{'sandbox':{'enabled':false}}");
    assertTrue(ok(console.get(path(other))).at("/sandbox/enabled").asBoolean());
    assertEquals(404, console.get(path("999999999")).status());
    assertEquals(404, console.patch(path("999999999"), "{}").status());
  }

  @Test
  void changesAtOnceLoseNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 1; round <= 10; round++) {
        String allow = "{'sandbox':{'allow':['r" + round + ".example']}}";
        String cap = "{'frequencyCap':{'messages':" + round + ",'per':'1d'}}";
        List<Response> responses =
            ConcurrentCalls.call(threads, List.of(() -> change(allow), () -> change(cap)));
        responses.forEach(AutomationSettingsIT::ok);
        JsonNode now = ok(console.get(path));
        assertEquals("r" + round + ".example", now.at("/sandbox/allow/0").asText());
        assertEquals(round, now.at("/frequencyCap/messages").asInt());
      }
      assertEquals(20, audited().size());
    } finally {
      threads.shutdownNow();
    }
  }
}
