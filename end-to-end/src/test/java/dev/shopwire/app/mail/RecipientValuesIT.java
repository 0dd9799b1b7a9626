package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.recipients.Occasion;
import dev.shopwire.automation.templates.recipients.Recipient;
import dev.shopwire.automation.templates.recipients.RecipientValues;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what placeholders stand for when mails to many recipients are made at once. */
@Tag("stores")
class RecipientValuesIT {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Pool POOL =
      new Postgres(
              Objects.requireNonNull(
                  RunningService.onSharedStores(Map.of()).get("SHOPWIRE_POSTGRES_URI")))
          .pool(VERTX, 1, SessionSettings.CALLS);

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();
  private final long workspace = Long.parseLong(app.workspaceId());

  @AfterAll
  static void close() throws Exception {
    await(POOL.close());
    await(VERTX.close());
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.await(30, TimeUnit.SECONDS);
  }

  private long customer(String shop, String name, String fields) {
    Response pushed =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"name\":\"%s\",\"customFields\":%s}"
                    .formatted(shop, name, fields));
    assertEquals(200, pushed.status(), pushed::body);
    String search = "/customers?search=" + shop;
    return CustomerId.parse(
            tenants
                .console()
                .get("/console/api/workspaces/" + app.workspaceId() + search)
                .json()
                .at("/customers/0/id")
                .asText())
        .orElseThrow();
  }

  private long contact(long customer, String name) {
    return Long.parseLong(
        tenants
            .console()
            .post(
                "/console/api/customers/" + CustomerId.of(customer) + "/contacts",
                "{\"firstName\":\"" + name + "\",\"email\":\"" + name + "@acme.example\"}")
            .json()
            .at("/contact/contactId")
            .asText());
  }

  private RecipientValues read(MailTemplate template, List<Recipient> recipients) throws Exception {
    return await(RecipientValues.read(POOL, workspace, template, recipients));
  }

  private static String subject(MailTemplate template, RecipientValues read, Recipient recipient) {
    Occasion occasion =
        new Occasion(MissingNode.getInstance(), "https://a.example/u", "https://a.example/p");
    return template.render(read.of(recipient, occasion).orElseThrow()).subject();
  }

  @Test
  void eachRecipientHasItsOwnValues() throws Exception {
    long acme = customer("acme.example", "Acme", "{\"plan\":\"pro\",\"seats\":3}");
    long bolt = customer("bolt.example", "Bolt", "{\"plan\":\"free\"}");
    Recipient ada = new Recipient(acme, contact(acme, "ada"));
    Recipient bob = new Recipient(acme, contact(acme, "bob"));
    Recipient shop = new Recipient(acme, Recipient.NO_CONTACT);
    Recipient other = new Recipient(bolt, Recipient.NO_CONTACT);
    MailTemplate template =
        MailTemplate.parse(
            MailSource.ofHtml(
                "{{customer.name}} {{cf.plan}} {{cf.seats | default: \"no\"}}"
                    + " {{contact.firstName | default: \"all\"}}",
                "<p>x</p>"));
    RecipientValues read = read(template, List.of(ada, bob, shop, other));
    assertEquals("Acme pro 3 ada", subject(template, read, ada));
    assertEquals("Acme pro 3 bob", subject(template, read, bob));
    assertEquals("Acme pro 3 all", subject(template, read, shop));
    assertEquals("Bolt free no all", subject(template, read, other));
  }

  @Test
  void contactsOfOtherCustomersAndUnknownOnesAreNotFound() throws Exception {
    long acme = customer("acme.example", "Acme", "{}");
    long bolt = customer("bolt.example", "Bolt", "{}");
    Recipient theirs = new Recipient(bolt, contact(acme, "ada"));
    Recipient unknown = new Recipient(Long.MAX_VALUE, Recipient.NO_CONTACT);
    MailTemplate template = MailTemplate.parse(MailSource.ofHtml("x", "<p>x</p>"));
    RecipientValues read = read(template, List.of(theirs, unknown));
    assertFalse(read.has(theirs));
    assertFalse(read.has(unknown));
    Occasion occasion =
        new Occasion(MissingNode.getInstance(), "https://a.example/u", "https://a.example/p");
    assertTrue(read.of(theirs, occasion).isEmpty());
    assertTrue(read.of(unknown, occasion).isEmpty());
  }

  @Test
  void valuesOfASharedFieldThatIsOnePerAppAreToldApart() throws Exception {
    Response created =
        tenants
            .console()
            .post(
                "/console/api/workspaces/" + app.workspaceId() + "/custom-fields",
                "{\"name\":\"plan\",\"type\":\"text\",\"scope\":\"all-apps\"}");
    assertEquals(200, created.status(), created::body);
    customer("acme.example", "Acme", "{\"plan\":\"pro\"}");
    Tenants.App second = tenants.app(app.workspaceId());
    assertEquals(
        200,
        second
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"acme.example\",\"customFields\":{\"plan\":\"free\"}}")
            .status());
    long acme = customer("acme.example", "Acme", "{}");
    List<String> slugs =
        tenants
            .console()
            .get("/console/api/workspaces/" + app.workspaceId() + "/apps")
            .json()
            .path("apps")
            .findValuesAsText("slug");
    MailTemplate template =
        MailTemplate.parse(
            MailSource.ofHtml(
                "{{cf.%s/plan}} {{cf.%s/plan}} {{cf.plan}}".formatted(slugs.get(0), slugs.get(1)),
                "<p>x</p>"));
    Recipient shop = new Recipient(acme, Recipient.NO_CONTACT);
    assertEquals("pro free free", subject(template, read(template, List.of(shop)), shop));
  }

  @Test
  void valuesThatNoMailCanHoldAreNotRead() throws Exception {
    StringBuilder fields = new StringBuilder("{");
    StringBuilder subject = new StringBuilder();
    for (int i = 0; i < 70; i++) {
      fields.append(i == 0 ? "" : ",").append("\"f%d\":\"%s\"".formatted(i, "x".repeat(4_000)));
      subject.append("{{cf.f" + i + "}}");
    }
    long large = customer("large.example", "Large", fields.append("}").toString());
    long small = customer("small.example", "Small", "{\"f0\":\"1\"}");
    MailTemplate template = MailTemplate.parse(MailSource.ofHtml("x", "<p>" + subject + "</p>"));
    Recipient first = new Recipient(large, Recipient.NO_CONTACT);
    Recipient second = new Recipient(small, Recipient.NO_CONTACT);
    RecipientValues read = read(template, List.of(first, second));
    assertTrue(read.isTooLarge(first));
    assertFalse(read.isTooLarge(second));
  }

  @Test
  void tooManyAtOnceAreRefused() throws Exception {
    MailTemplate template = MailTemplate.parse(MailSource.ofHtml("x", "<p>x</p>"));
    List<Recipient> many =
        Collections.nCopies(RecipientValues.MAX_RECIPIENTS + 1, new Recipient(1, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> RecipientValues.read(POOL, workspace, template, many));
  }
}
