package dev.shopwire.app.mail.campaigns;

import static dev.shopwire.app.mail.campaigns.CampaignWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/**
 * Tests the erasure of addresses (docs/api/mail.md) with mails that are captured, since the
 * workspace has no sender.
 */
@Tag("everywhere")
@Tag("stores")
class MailErasureIT {
  private static final RunningService SERVICE = RunningService.shared();

  private final Sql sql = SERVICE.sql();
  private final CampaignWorkspace workspace = new CampaignWorkspace(SERVICE.tenants());
  private final ErasedAddress address = new ErasedAddress(workspace, sql);

  /** The id of the mail of a campaign to the address. */
  private String captured() {
    workspace.openSandbox();
    workspace.shop("ada", address.toString(), "pro");
    String template = workspace.template("<p>{{customer.email}}</p>");
    String campaign = workspace.created(workspace.body("cf:plan = pro", template, "shop"));
    workspace.acted(campaign, "start");
    workspace.awaitStatus(campaign, "done");
    assertEquals(List.of(address.toString()), workspace.recipients(campaign, "captured"));
    return ok(workspace.segments.get("/campaigns/" + campaign + "/recipients"))
        .at("/messages/0/id")
        .asText();
  }

  private JsonNode message(String id) {
    return ok(workspace.segments.get("/messages/" + id)).path("message");
  }

  @ConcurrentTest
  void aMailKeepsItsStateAndLosesItsRecipient() {
    String id = captured();
    assertTrue(address.found().toString().contains("mail_messages"), address::toString);
    assertTrue(message(id).path("source").asText().contains(address.toString()));
    address.eraseAll();
    address.assertIsNowhere();
    JsonNode message = message(id);
    assertEquals("captured", message.path("state").asText());
    for (String erased : List.of("to", "customerId", "subject", "source", "detail")) {
      assertTrue(message.path(erased).isNull(), message::toString);
    }
    JsonNode campaign = workspace.campaign(message.path("campaignId").asText());
    CampaignWorkspace.assertAddsUp(campaign);
    assertEquals(1, campaign.path("total").asInt());
    String csv = workspace.segments.get(workspace.list("messages") + "?format=csv").body();
    assertFalse(csv.contains(address.toString()), csv);
    assertEquals(List.of(), address.suppressions());
  }

  @ConcurrentTest
  void aSuppressionStaysUnderAHashUntilItIsDeleted() {
    address.suppress();
    address.eraseAll();
    address.assertIsNowhere();
    assertEquals(List.of("null manual"), address.suppressions());
    address.suppress();
    assertEquals(List.of("null manual"), address.suppressions());
    String ofAddress = workspace.list("suppressions") + "?email=" + address;
    JsonNode found = ok(workspace.segments.get(ofAddress)).path("suppressions");
    assertEquals(1, found.size(), found::toString);
    String csv = workspace.segments.get(ofAddress + "&format=csv").body();
    assertEquals(2, csv.strip().lines().count(), csv);
    workspace.shop("ada", address.toString(), "pro");
    String draft =
        workspace.created(workspace.body("cf:plan = pro", workspace.template("<p>Hi</p>"), "shop"));
    assertEquals(1, workspace.preview(draft).path("suppressed").asInt());
    ok(workspace.segments.delete("/suppressions/" + found.at("/0/id").asText()));
    assertEquals(0, workspace.preview(draft).path("suppressed").asInt());
  }

  @ConcurrentTest
  void ofTwoReasonsTheStrongerOneStays() {
    address.suppress();
    sql.run("update mail_suppressions set reason = 'unsubscribed' where email = '" + address + "'");
    address.eraseAll();
    assertEquals(List.of("null unsubscribed"), address.suppressions());
    sql.run(
        "insert into mail_suppressions (workspace_id, email, reason) values (%s, '%s', 'complaint')"
            .formatted(workspace.id(), address));
    address.eraseAll();
    assertEquals(List.of("null complaint"), address.suppressions());
  }

  @ConcurrentTest
  void linksOfOldMailsGoOnWorkingWithoutStoringTheAddress() {
    long id = Long.parseLong(captured());
    UnsubscribeTokens tokens =
        UnsubscribeTokens.of(UUID.fromString(sql.text("select id::text from installation")));
    String link =
        UnsubscribeLink.PATH
            + tokens.encode(
                new UnsubscribeLink(Long.parseLong(workspace.id()), 0, id, address.toString()));
    address.eraseAll();
    String before = page(link);
    click(link, "List-Unsubscribe=One-Click");
    assertEquals(List.of("null unsubscribed"), address.suppressions());
    address.assertIsNowhere();
    assertNotEquals(before, page(link));
    click(link, "resubscribe=all");
    assertEquals(List.of(), address.suppressions());
    assertEquals(before, page(link));
  }

  private static String page(String link) {
    Response page = SERVICE.tenants().as(Map.of()).get(link);
    assertEquals(200, page.status(), page::body);
    return page.body();
  }

  private static void click(String link, String form) {
    Response clicked =
        new Http(SERVICE.httpUrl())
            .send(
                "POST",
                link,
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                form.getBytes(StandardCharsets.UTF_8));
    assertEquals(200, clicked.status(), clicked::body);
  }

  @ConcurrentTest
  void repetitionsChangeNothingAndTheAuditLogHasNoAddress() {
    captured();
    address.eraseAll();
    assertEquals("done", address.erase());
    List<JsonNode> audited =
        AuditRows.of(workspace.id()).stream()
            .filter(row -> row.path("action").asText().equals("mail_address.erased"))
            .toList();
    assertEquals(1, audited.size(), audited::toString);
    assertFalse(audited.toString().contains(address.toString()), audited::toString);
    assertTrue(audited.get(0).path("object").asText().startsWith("mail_address/erased:"));
    assertEquals(
        0,
        sql.number(
            "select count(*) from mail_erasures where workspace_id = ?",
            Long.parseLong(workspace.id())));
  }

  @ConcurrentTest
  void whatIsNoAddressIsRefused() {
    for (String body : List.of("{}", "{\"email\":\"ada\"}", "{\"email\":7}", "[]")) {
      Response refused =
          workspace.segments.post(workspace.list("mail-erasures"), SegmentWorkspace.json(body));
      assertEquals(422, refused.status(), body);
    }
  }

  @ConcurrentTest
  void anotherWorkspaceKeepsTheAddressAndHasAnotherHash() {
    CampaignWorkspace other = new CampaignWorkspace(SERVICE.tenants());
    JsonNode body = SegmentWorkspace.body("email", address.toString());
    address.suppress();
    ok(other.segments.post(other.list("suppressions"), body));
    address.eraseAll();
    String kept = "select count(*) from mail_suppressions where email = ?";
    assertEquals(1, sql.number(kept, address.toString()));
    ok(other.segments.post(other.list("mail-erasures"), body));
    assertEquals(
        2,
        sql.number(
            """
            select count(distinct email) from mail_suppressions
            where workspace_id in (?, ?) and email like 'erased:%'
            """,
            Long.parseLong(workspace.id()), Long.parseLong(other.id())));
  }
}
