package dev.shopwire.automation.mail.senders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.mail.dkim.DkimKey;
import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SenderReaderTest {
  private static final AddressPolicy POLICY =
      new AddressPolicy(false, List.of(), "SHOPWIRE_MAIL_ALLOW_PRIVATE=true", Optional.empty());
  private static final String SMTP = "smtp://shop:hunter2hunter2@smtp.acme.example";

  private static ObjectNode valid() {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.put("name", "Shop").put("smtp", SMTP);
    body.putObject("from").put("email", "hello@acme.example");
    return body;
  }

  private static SenderInput read(ObjectNode body) {
    return SenderReader.ofNew(body.toString(), POLICY);
  }

  private static List<ValidationError> errors(String body) {
    return assertThrows(Failure.class, () -> SenderReader.ofNew(body, POLICY)).errors();
  }

  private static ValidationError error(ObjectNode body) {
    List<ValidationError> errors = errors(body.toString());
    assertEquals(1, errors.size(), errors::toString);
    return errors.get(0);
  }

  @Test
  void whatIsNotGivenHasADefault() {
    SenderFields fields = read(valid()).fields();
    assertEquals(
        new SenderFields(
            "Shop",
            new FromView("hello@acme.example", null),
            null,
            new SmtpView("smtp.acme.example", 587, "shop", "required"),
            null,
            null,
            5,
            null,
            null,
            null),
        fields);
    assertEquals(Map.of(SecretKind.SMTP, Optional.of(SMTP)), read(valid()).secrets());
  }

  @Test
  void everyFaultIsReportedAtOnceAndNoSecret() {
    List<ValidationError> errors =
        errors(
            """
            {"name":"","from":{"email":"a@b@c","name":7},"replyTo":"x","smtp":"http://u:hunter2@h",
             "perSecond":0,"perDomainPerMinute":"many","connections":51,
             "dkim":{"domain":"-","selector":"a_b","privateKey":"hunter2","more":1},
             "bounceDomain":"a..b","imap":"imap://u:hunter2@h","more":1}
            """);
    assertEquals(
        Set.of(
            "/name",
            "/from/email",
            "/from/name",
            "/replyTo",
            "/smtp",
            "/perSecond",
            "/perDomainPerMinute",
            "/connections",
            "/dkim/domain",
            "/dkim/selector",
            "/dkim/privateKey",
            "/dkim/more",
            "/bounceDomain",
            "/imap",
            "/more"),
        Set.copyOf(errors.stream().map(ValidationError::pointer).toList()));
    assertFalse(errors.toString().contains("hunter2"), errors::toString);
  }

  @Test
  void whatANewSenderMustHaveIsRequired() {
    assertEquals(
        List.of("/name", "/from", "/smtp"),
        errors("{}").stream().map(ValidationError::pointer).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "smtp://u:hunter2@h.example?tls=none | Credentials are not sent without TLS",
        "smtp://u:hunter2@h.example:99999 | port",
        "smtp://hunter2@h.example | a user needs a password",
        "smtp://u:hunter2@ | ",
        "smtp://u:hun ter2@h.example | percent-encoded",
        "ftp://u:hunter2@h.example | smtp:// or smtps://",
        "smtps://u:hunter2@h.example?tls=none | takes no parameters",
        "smtp://u:hunter2@127.1 | "
      })
  void aUriThatCantBeUsedIsRefusedWithoutShowingIt(String uri, String reason) {
    ValidationError error = error(valid().put("smtp", uri));
    assertEquals("/smtp", error.pointer());
    assertTrue(error.message().contains(Optional.ofNullable(reason).orElse("")), error::message);
    assertFalse(error.message().contains("hunter2"), error::message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "localhost",
        "LOCALHOST",
        "smtp.localhost",
        "[::1]",
        "[fd12::1]",
        "169.254.169.254",
        "0.0.0.0"
      })
  void privateHostsAreRefused(String host) {
    ValidationError smtp = error(valid().put("smtp", "smtps://u:hunter2@" + host));
    assertEquals("/smtp forbidden_host", smtp.pointer() + " " + smtp.code());
    ValidationError imap = error(valid().put("imap", "imaps://u:hunter2@" + host));
    assertEquals("/imap forbidden_host", imap.pointer() + " " + imap.code());
  }

  @Test
  void aMailboxHasItsFolder() {
    ObjectNode body = valid().put("imap", "imaps://b%40acme.example:p@imap.acme.example/Bounces/A");
    assertEquals(
        new MailboxView("imap.acme.example", 993, "b@acme.example", "Bounces/A"),
        read(body).fields().imap());
    assertEquals("INBOX", Mailbox.parse("imaps://user:password@imap.acme.example:1993").folder());
  }

  @Test
  void aKeyIsMadeUnlessGiven() {
    ObjectNode body = valid();
    body.putObject("dkim").put("domain", "Bücher.example").put("selector", "S1");
    SenderInput made = read(body);
    DkimView view = Optional.ofNullable(made.fields().dkim()).orElseThrow();
    assertEquals("s1._domainkey.xn--bcher-kva.example", view.identity().dnsName());
    String pem = made.secrets().getOrDefault(SecretKind.DKIM, Optional.empty()).orElseThrow();
    assertEquals(view.value(), DkimKey.fromPem(pem).dnsValue());

    body.withObject("/dkim").put("privateKey", pem);
    assertEquals(view, read(body).fields().dkim());
  }

  @Test
  void aChangeKeepsWhatIsAbsent() {
    ObjectNode body = valid().put("replyTo", "a@acme.example").put("perSecond", 3);
    body.putObject("dkim").put("domain", "acme.example").put("selector", "s1");
    SenderFields before = read(body).fields();
    assertEquals(before, SenderReader.ofChange("{}", POLICY).applyTo(before));

    SenderInput cleared =
        SenderReader.ofChange(
            "{\"replyTo\":null,\"perSecond\":null,\"dkim\":null,\"connections\":9}", POLICY);
    SenderFields after = cleared.applyTo(before);
    assertEquals(List.of(9), List.of(after.connections()));
    assertEquals(null, after.replyTo());
    assertEquals(null, after.perSecond());
    assertEquals(null, after.dkim());
    assertEquals(Map.of(SecretKind.DKIM, Optional.empty()), cleared.secretsFor(before));
  }

  @Test
  void aKeyIsKeptForTheSameDomainAndSelectorAndMadeForOthers() {
    ObjectNode body = valid();
    body.putObject("dkim").put("domain", "acme.example").put("selector", "s1");
    SenderFields before = read(body).fields();
    SenderInput same =
        SenderReader.ofChange(
            "{\"dkim\":{\"domain\":\"ACME.example\",\"selector\":\"s1\"}}", POLICY);
    assertEquals(before, same.applyTo(before));
    assertEquals(Map.of(), same.secretsFor(before));

    SenderInput other =
        SenderReader.ofChange(
            "{\"dkim\":{\"domain\":\"acme.example\",\"selector\":\"s2\"}}", POLICY);
    assertNotEquals(before.dkim(), other.applyTo(before).dkim());
    assertEquals(Set.of(SecretKind.DKIM), other.secretsFor(before).keySet());
  }

  @Test
  void aChangeMustNotRemoveWhatASenderMustHave() {
    List<ValidationError> errors =
        assertThrows(
                Failure.class,
                () -> SenderReader.ofChange("{\"name\":null,\"from\":null,\"smtp\":null}", POLICY))
            .errors();
    assertEquals(
        List.of("/name", "/from", "/smtp"), errors.stream().map(ValidationError::pointer).toList());
  }

  @Test
  void nothingShowsASecret() {
    ObjectNode body = valid().put("imap", "imaps://b:hunter2hunter2@imap.acme.example");
    assertFalse(read(body).toString().contains("hunter2"), () -> read(body).toString());
  }
}
