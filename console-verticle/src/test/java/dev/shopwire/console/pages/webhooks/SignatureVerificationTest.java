package dev.shopwire.console.pages.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.crypto.Hmac;
import dev.shopwire.console.pages.webhooks.SignatureVerification.Finding;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the verification of signatures, and what is said about those that are not valid. */
class SignatureVerificationTest {
  private static final byte[] KEY = "01234567890123456789012345678901".getBytes(UTF_8);
  private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);
  private static final String BODY = "{\"id\":\"msg_1\",\"text\":\"a<b> ü\"}";
  private static final Instant NOW = Instant.ofEpochSecond(1_792_575_000);

  private static String headers(String signed) {
    byte[] standard = Hmac.of(KEY, ("msg_1.1792575000." + signed).getBytes(UTF_8));
    byte[] vendor = Hmac.of(SECRET.getBytes(UTF_8), ("1792575000." + signed).getBytes(UTF_8));
    return """
    POST /hooks HTTP/1.1
    < Webhook-Id: msg_1
    webhook-timestamp:1792575000
    webhook-signature: v1a,zzz v1,AAAA v1,%s
    X-Any-Name: %s
    """
        .formatted(Base64.getEncoder().encodeToString(standard), HexFormat.of().formatHex(vendor));
  }

  private static List<Finding> verify(String headers, String body, String secret) {
    return SignatureVerification.of(ReceivedRequest.of(headers, body), secret, NOW);
  }

  private static String why(String headers, String body, String secret) {
    Finding first = verify(headers, body, secret).get(0);
    assertFalse(first.isValid(), first::toString);
    return first.why();
  }

  @Test
  void bothSignaturesOfARequestAreValid() {
    List<Finding> findings = verify(headers(BODY), BODY, " " + SECRET + "\n");
    assertEquals(
        List.of(new Finding("webhook-signature", true, ""), new Finding("x-any-name", true, "")),
        findings);
  }

  @Test
  void aPastedLineBreakIsNotPartOfTheBody() {
    Finding first = verify(headers(BODY), BODY + "\r\n", SECRET).get(0);
    assertTrue(first.isValid());
    assertTrue(first.why().startsWith("Without the line break"), first.why());
    assertEquals("", verify(headers("a\nb"), "a\r\nb", SECRET).get(0).why());
    assertTrue(verify(headers("a\r\n"), "a\r\n", SECRET).get(0).isValid());
  }

  @Test
  void anythingElseThanWhatWasSignedIsNotValid() {
    String other = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    List<Finding> findings = verify(headers(BODY), BODY, other);
    assertEquals(List.of(false, false), findings.stream().map(Finding::isValid).toList());
    assertTrue(findings.get(1).why().contains("previous secret"), findings::toString);
    assertTrue(why(headers(BODY), BODY + "x", SECRET).startsWith("No signature fits"));
    String later = headers(BODY).replace("timestamp:1792575000", "timestamp:1792575001");
    assertTrue(why(later, BODY, SECRET).startsWith("No signature fits"));
    String renamed = headers(BODY).replace("msg_1", "msg_2");
    assertTrue(why(renamed, BODY, SECRET).startsWith("No signature fits"));
  }

  @Test
  void aBodyThatWasParsedAndPrintedAgainIsRecognized() {
    String printed = "{\n  \"id\" : \"msg_1\",\n  \"text\" : \"a<b> ü\"\n}";
    assertTrue(why(headers(BODY), printed, SECRET).contains("without white space"));
  }

  @Test
  void whatIsMissingOrMalformedIsNamed() {
    assertEquals(
        "Missing headers: webhook-id, webhook-timestamp, webhook-signature",
        why("nothing", BODY, SECRET));
    assertEquals(
        "Missing headers: webhook-id", why(headers(BODY).replace("Webhook-Id", "x"), BODY, SECRET));
    assertTrue(
        why(headers(BODY).replace(":1792575000", ": now"), BODY, SECRET).contains("seconds"));
    assertTrue(why(headers(BODY).replace("v1,", "v2,"), BODY, SECRET).contains("v1,"));
    for (String secret : List.of("whsec_", "whsec_###", "whsec_AAAA", SECRET.substring(6))) {
      assertTrue(why(headers(BODY), BODY, secret).startsWith("The secret must be"), secret);
    }
  }

  @Test
  void aRequestWithTheOtherSignatureAloneIsVerifiedByIt() {
    String alone =
        headers(BODY).lines().filter(line -> line.startsWith("X-")).findFirst().orElseThrow();
    Finding only = verify(alone + "\nX-Time: 1792575000", BODY, SECRET).get(0);
    assertEquals(new Finding("x-any-name", true, ""), only);
    assertFalse(verify(alone, BODY, SECRET).get(0).isValid());
  }

  @Test
  void anOldRequestIsValidWithARemark() {
    Finding old =
        SignatureVerification.of(
                ReceivedRequest.of(headers(BODY), BODY), SECRET, NOW.plusSeconds(3_600))
            .get(0);
    assertTrue(old.isValid());
    assertTrue(old.why().contains("60 minutes"), old.why());
  }
}
