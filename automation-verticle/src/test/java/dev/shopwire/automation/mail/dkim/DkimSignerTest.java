package dev.shopwire.automation.mail.dkim;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.message.RandomMails;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.api.SignatureRecord;
import org.apache.james.jdkim.exceptions.FailException;
import org.junit.jupiter.api.Test;

/** Verifies signatures with Apache jDKIM, which shares no code with the signer. */
class DkimSignerTest {
  private static final Instant AT = Instant.parse("2026-11-08T07:06:05Z");
  private static final DkimIdentity IDENTITY = new DkimIdentity("sender.example", "shopwire");
  private static final DkimKey KEY = DkimKey.generate();
  private static final DkimSigner SIGNER = new DkimSigner(IDENTITY, KEY);

  private static List<SignatureRecord> verify(byte[] mail, DkimKey key)
      throws IOException, FailException {
    DKIMVerifier verifier =
        new DKIMVerifier(
            (methods, selector, domain) -> {
              String name = selector + "._domainkey." + domain;
              return name.equals(IDENTITY.dnsName()) ? List.of(key.dnsValue()) : List.of();
            });
    return verifier.verify(new ByteArrayInputStream(mail));
  }

  private static boolean isValid(byte[] mail, DkimKey key) throws IOException {
    try {
      List<SignatureRecord> records = verify(mail, key);
      return records != null && records.size() == 1;
    } catch (FailException e) {
      return false;
    }
  }

  @Test
  void everyMailVerifiesAndNoneDoesAfterAChange() throws IOException, FailException {
    // With the longer keys of use, a thousand signatures take unit tests twenty seconds.
    DkimKey key = DkimKeyTest.ofSize(DkimKey.MIN_SIZE);
    DkimSigner signer = new DkimSigner(IDENTITY, key);
    RandomMails mails = new RandomMails(2);
    Random random = new Random(3);
    for (int i = 0; i < 1_000; i++) {
      byte[] signed = signer.sign(mails.next().toBytes(), AT);
      assertEquals(1, verify(signed, key).size(), () -> new String(signed, ISO_8859_1));
      byte[] changed = changed(signed, random);
      assertFalse(isValid(changed, key), () -> new String(changed, ISO_8859_1));
    }
  }

  /** The mail with another letter in its body. */
  private static byte[] changed(byte[] mail, Random random) {
    byte[] changed = mail.clone();
    int body = new String(mail, ISO_8859_1).indexOf("\r\n\r\n") + 4;
    int at = body + random.nextInt(mail.length - body);
    // Blanks and line breaks may be equivalent.
    while (changed[at] <= ' ') {
      at--;
    }
    changed[at] = (byte) (changed[at] == 'x' ? 'y' : 'x');
    return changed;
  }

  @Test
  void aChangedSignedFieldIsRefusedAndAnotherIsNot() throws IOException {
    String signed = new String(SIGNER.sign(mail("body\r\n"), AT), US_ASCII);
    assertTrue(isValid(signed.getBytes(US_ASCII), KEY));
    for (String value : List.of("a@sender", "b@receiver", "Hello", "Sunday", "<1@", "One-Click")) {
      assertTrue(signed.contains(value));
      assertFalse(isValid(signed.replace(value, "changed").getBytes(US_ASCII), KEY), value);
    }
    assertTrue(isValid(signed.replace("X-Shopwire-Message: 1", "X: 2").getBytes(US_ASCII), KEY));
  }

  private static byte[] mail(String body) {
    return ("""
            From: a@sender.example
            To: b@receiver.example
            Subject:  Hello \t
             folded\tsubject\s
            Date: Sunday
            Message-ID: <1@sender.example>
            MIME-Version: 1.0
            Content-Type: text/plain
            X-Shopwire-Message: 1
            List-Unsubscribe-Post: List-Unsubscribe=One-Click

            """
                .replace("\n", "\r\n")
            + body)
        .getBytes(US_ASCII);
  }

  @Test
  void everyEndOfABodyVerifies() throws IOException, FailException {
    for (String body :
        List.of(
            "no line break",
            "blanks at the end \t \r\n",
            "  two  blanks\t\there\r\n \r\n\r\n",
            ".\r\n..\r\n",
            "x".repeat(5_000) + "\r\n")) {
      byte[] signed = SIGNER.sign(mail(body), AT);
      assertTrue(isValid(signed, KEY), body);
    }
  }

  /** Here jDKIM differs: the RFC's relaxed form of an empty body has no line break. */
  @Test
  void aBodyOfEmptyLinesHasTheHashOfNothing() {
    for (String body : List.of("", "\r\n", "\r\n\r\n", " \r\n\t\r\n")) {
      String signed = new String(SIGNER.sign(mail(body), AT), US_ASCII);
      // RFC 6376, section 3.4.4.
      assertTrue(signed.contains("bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;"), signed);
    }
  }

  @Test
  void theSignatureSaysWhatItCoversAndFollowsFromTheMail() throws IOException, FailException {
    byte[] signed = SIGNER.sign(mail("body\r\n"), AT);
    assertArrayEquals(signed, SIGNER.sign(mail("body\r\n"), AT));
    SignatureRecord record = verify(signed, KEY).get(0);
    assertEquals("sender.example", record.getDToken().toString());
    assertEquals("shopwire", record.getSelector().toString());
    assertEquals(AT.getEpochSecond(), record.getSignatureTimestamp());
    assertEquals(
        "From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Unsubscribe-Post",
        String.join(":", record.getHeaders()));
    new String(signed, US_ASCII).lines().forEach(line -> assertTrue(line.length() <= 78, line));
  }

  @Test
  void whatIsNoMailIsRefused() {
    for (String mail :
        List.of("", "From: a@b\r\n", "\r\n\r\n", "To: a@b\r\n\r\n", "From: a\r\nFrom: b\r\n\r\n")) {
      assertThrows(
          IllegalArgumentException.class, () -> SIGNER.sign(mail.getBytes(US_ASCII), AT), mail);
    }
  }
}
