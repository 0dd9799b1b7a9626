package dev.shopwire.app.mail.campaigns;

import static dev.shopwire.app.mail.campaigns.CampaignWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.mail.sending.Fault;
import dev.shopwire.app.mail.sending.SmtpSink;
import dev.shopwire.app.mail.sending.Step;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Erases addresses of mails that are sent, put off and refused (docs/api/mail.md). */
@Tag("stores")
@Tag("full")
class MailErasureSendingIT {
  private static final OwnService SERVICE =
      OwnService.onTestStores(Map.of("SHOPWIRE_MAIL_ALLOW_PRIVATE", "true"));

  private final Sql sql = SERVICE.sql();
  private final SmtpSink sink = new SmtpSink();
  private final CampaignWorkspace workspace = new CampaignWorkspace(SERVICE.tenants());
  private final ErasedAddress address = new ErasedAddress(workspace, sql);
  private String sender = "";

  @BeforeEach
  void addShop() {
    workspace.openSandbox();
    sender = workspace.sender(sink.port());
    workspace.shop("ada", address.toString(), "pro");
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  @AfterEach
  void close() {
    sink.close();
    sql.close();
  }

  private String started() {
    String template = workspace.template("<p>Dear {{customer.name}}, {{customer.email}}</p>");
    ObjectNode body = workspace.body("cf:plan = pro", template, "shop");
    String id = workspace.created(body.put("sender", sender));
    workspace.acted(id, "start");
    return id;
  }

  private String ended() {
    String id = started();
    workspace.awaitStatus(id, "done");
    return id;
  }

  private JsonNode message(String campaign) {
    return ok(workspace.segments.get("/campaigns/" + campaign + "/recipients")).at("/messages/0");
  }

  private void answer(Step where, String reply) {
    sink.faults(
        (step, recipient) ->
            step == where
                ? Optional.of(Fault.reply(reply.replace("{}", recipient)))
                : Optional.empty());
  }

  private void answerNormally() {
    sink.faults((step, recipient) -> Optional.empty());
  }

  @Test
  void nothingOfTheAddressIsLeftAndCountsAddUp() {
    ok(
        workspace.segments.patch(
            workspace.list("automation-settings"),
            SegmentWorkspace.json("{\"frequencyCap\":{\"messages\":9,\"per\":\"1d\"}}")));
    answer(Step.END, "550 5.7.1 no mails like that for {}");
    final String bounced = ended();
    answerNormally();
    final String sent = ended();
    assertEquals("sent", message(sent).path("state").asText());
    String found = address.found().toString();
    for (String table :
        List.of("mail_messages", "mail_attempts", "mail_cap_windows", "mail_sources")) {
      assertTrue(found.contains(table), found);
    }
    address.eraseAll();
    address.assertIsNowhere();
    assertEquals("sent", message(sent).path("state").asText());
    assertEquals("bounced", message(bounced).path("state").asText());
    assertEquals(550, message(bounced).at("/attempts/0/code").asInt());
    for (String campaign : List.of(bounced, sent)) {
      CampaignWorkspace.assertAddsUp(workspace.campaign(campaign));
      assertEquals(1, workspace.campaign(campaign).path("total").asInt());
    }
    String id = message(bounced).path("id").asText();
    Response resend =
        workspace.segments.console().post("/console/api/messages/" + id + "/resend", "");
    assertEquals(409, resend.status(), resend::body);
    assertEquals("address_erased", resend.json().path("code").asText());
    assertEquals(List.of(), address.suppressions());
  }

  @Test
  void whatWaitsIsCancelledAndWhatIsBeingSentIsErasedAfterwards() {
    answer(Step.RCPT, "450 4.2.0 later, {}");
    String deferred = started();
    workspace.await(deferred, campaign -> campaign.at("/counts/deferred").asInt() == 1);
    answerNormally();
    sink.delay(6_000);
    String sending = started();
    workspace.await(sending, campaign -> campaign.at("/counts/sending").asInt() == 1);
    assertEquals("running", address.erase());
    assertEquals("cancelled", message(deferred).path("state").asText());
    address.eraseAll();
    address.assertIsNowhere();
    assertEquals("sent", message(sending).path("state").asText());
    workspace.awaitStatus(deferred, "done");
    workspace.awaitStatus(sending, "done");
  }

  /** The shop still has the address, so that the campaign has a mail to it. */
  @Test
  void aCampaignDoesNotMailAnErasedAddressThatWasSuppressed() {
    address.suppress();
    address.eraseAll();
    String campaign = ended();
    assertEquals("suppressed", message(campaign).path("state").asText());
    assertEquals("manual", message(campaign).path("reason").asText());
    assertEquals(0, sink.count());
    JsonNode suppression =
        ok(workspace.segments.get(workspace.list("suppressions"))).at("/suppressions/0");
    ok(workspace.segments.delete("/suppressions/" + suppression.path("id").asText()));
    ended();
    assertEquals(1, sink.count());
  }

  @Test
  void anAddressThatWasNotSuppressedGetsMailsAgain() {
    ended();
    address.eraseAll();
    ended();
    assertEquals(2, sink.count());
  }
}
