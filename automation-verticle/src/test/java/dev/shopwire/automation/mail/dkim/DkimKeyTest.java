package dev.shopwire.automation.mail.dkim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class DkimKeyTest {
  // Version, algorithm and the headers of the octet string within the PKCS #8 form of a key with
  // 2,048 bits.
  private static final int PKCS1_OFFSET = 26;

  private static KeyPair pair(String algorithm, int size) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(size);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static DkimKey ofSize(int bits) {
    return DkimKey.fromPem(pkcs8(pair("RSA", bits).getPrivate()));
  }

  private static String pem(String label, byte[] der) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(label, Base64.getMimeEncoder().encodeToString(der));
  }

  private static String pkcs8(Key key) {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  @Test
  void aGeneratedKeyIsReadAgainAndHasItsRecord() {
    DkimKey key = DkimKey.generate();
    assertEquals(key.dnsValue(), DkimKey.fromPem(key.toPem()).dnsValue());
    assertTrue(key.dnsValue().startsWith("v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"));
    assertEquals("DkimKey[2048 bits]", key.toString());
  }

  @Test
  void bothFormsOfAKeyAreRead() {
    byte[] der = pair("RSA", 2_048).getPrivate().getEncoded();
    String pkcs1 = pem("RSA PRIVATE KEY", Arrays.copyOfRange(der, PKCS1_OFFSET, der.length));
    String expected = DkimKey.fromPem(pem("PRIVATE KEY", der)).dnsValue();
    assertEquals(expected, DkimKey.fromPem(pkcs1).dnsValue());
    assertEquals(expected, DkimKey.fromPem("text before\n" + pkcs1 + "\n ").dnsValue());
  }

  @Test
  void otherKeysAreRefusedWithTheReason() {
    KeyPair rsa = pair("RSA", 2_048);
    String good = pkcs8(rsa.getPrivate());
    assertRefused("is not a private key in PEM", "");
    assertRefused("is not a private key in PEM", good.replace("BEGIN", "begin"));
    assertRefused("is not a private key in PEM", good.substring(0, good.length() - 10));
    assertRefused(
        "is followed by another PEM block; only the private key is expected", good + good);
    assertRefused("is longer than 16384 characters", good + " ".repeat(16_384));
    assertRefused("is not valid PEM", good.replace("MII", "M*I"));
    assertRefused("is public; the private key is needed", pem("PUBLIC KEY", new byte[9]));
    assertRefused("is public; the private key is needed", pem("CERTIFICATE", new byte[9]));
    assertRefused("is not a private key", pem("PARAMETERS", new byte[9]));
    assertRefused("is not an RSA key in PKCS #8 or PKCS #1", pem("EC PRIVATE KEY", new byte[9]));
    assertRefused("is not an RSA key, or damaged", pkcs8(pair("EC", 256).getPrivate()));
    assertRefused("is not an RSA key, or damaged", pem("RSA PRIVATE KEY", new byte[200]));
    assertRefused("is not an RSA key, or damaged", pem("RSA PRIVATE KEY", new byte[10]));
    assertRefused("is encrypted; decrypt it first", pem("ENCRYPTED PRIVATE KEY", new byte[9]));
    assertRefused(
        "is encrypted; decrypt it first",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n"
            + "-----END RSA PRIVATE KEY-----");
  }

  @Test
  void shortAndVeryLongKeysAreRefused() {
    assertRefused(
        "has 768 bits; between 1024 and 4096 are supported", pkcs8(pair("RSA", 768).getPrivate()));
    assertTrue(ofSize(1_024).dnsValue().startsWith("v=DKIM1"));
  }

  @Test
  void aKeyWhoseNumbersDontBelongTogetherIsRefused() {
    byte[] der = pair("RSA", 2_048).getPrivate().getEncoded();
    der[der.length - 20] ^= 1;
    InvalidDkimKey error =
        assertThrows(InvalidDkimKey.class, () -> DkimKey.fromPem(pem("PRIVATE KEY", der)));
    assertEquals("is damaged", error.getMessage());
  }

  private static void assertRefused(String reason, String pem) {
    InvalidDkimKey error = assertThrows(InvalidDkimKey.class, () -> DkimKey.fromPem(pem));
    assertEquals(reason, error.getMessage());
  }

  @Test
  void selectorsAndDomainsAreChecked() {
    assertEquals(
        "s1.eu._domainkey.xn--bcher-kva.example",
        new DkimIdentity("BÜCHER.example", "S1.eu").dnsName());
    for (String selector : List.of("", ".", "a.", "-a", "a b", "a;", "é", "a".repeat(64))) {
      assertThrows(
          IllegalArgumentException.class, () -> new DkimIdentity("sender.example", selector));
    }
    assertThrows(IllegalArgumentException.class, () -> new DkimIdentity("a b", "s1"));
    assertFalse(new DkimIdentity("a.example", "s1").toString().contains("BEGIN"));
  }
}
