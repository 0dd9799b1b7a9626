package dev.shopwire.automation.mail.dkim;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;

/** An RSA key that signs mails. Thread-safe. */
public final class DkimKey {
  /** In bits; the size that every verifier has to support (RFC 8301). */
  public static final int GENERATED_SIZE = 2_048;

  /** In bits; verifiers must not accept shorter ones (RFC 8301). */
  public static final int MIN_SIZE = 1_024;

  /** In bits; signing takes eight times as long with each doubling. */
  public static final int MAX_SIZE = 4_096;

  private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});
  private static final byte[] SAMPLE = "sample".getBytes(US_ASCII);

  private final RSAPrivateCrtKey privateKey;
  private final RSAPublicKey publicKey;

  private DkimKey(RSAPrivateCrtKey privateKey, RSAPublicKey publicKey) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /**
   * Makes a key of {@value #GENERATED_SIZE} bits, which takes up to a second: not on an event loop.
   */
  public static DkimKey generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(GENERATED_SIZE);
      return of((RSAPrivateCrtKey) generator.generateKeyPair().getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads a private key in PEM: PKCS #8 ({@code PRIVATE KEY}) or PKCS #1 ({@code RSA PRIVATE KEY}).
   *
   * @throws InvalidDkimKey with the reason, if it can't be used
   */
  public static DkimKey fromPem(String pem) {
    return of(PemPrivateKey.read(pem));
  }

  private static DkimKey of(RSAPrivateCrtKey key) {
    int size = key.getModulus().bitLength();
    if (size < MIN_SIZE || size > MAX_SIZE) {
      throw new InvalidDkimKey(
          "has %d bits; between %d and %d are supported".formatted(size, MIN_SIZE, MAX_SIZE));
    }
    try {
      RSAPublicKeySpec spec = new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent());
      DkimKey pair =
          new DkimKey(key, (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(spec));
      pair.checkSignature();
      return pair;
    } catch (GeneralSecurityException e) {
      throw new InvalidDkimKey("is damaged");
    }
  }

  /** The numbers of a private key can be readable and yet not belong together. */
  private void checkSignature() throws GeneralSecurityException {
    Signature verifier = Signature.getInstance(DkimSigner.ALGORITHM);
    verifier.initVerify(publicKey);
    verifier.update(SAMPLE);
    if (!verifier.verify(sign(SAMPLE))) {
      throw new InvalidDkimKey("is damaged");
    }
  }

  /** The private key in PEM (PKCS #8). */
  public String toPem() {
    return "-----BEGIN PRIVATE KEY-----\n"
        + PEM.encodeToString(privateKey.getEncoded())
        + "\n-----END PRIVATE KEY-----\n";
  }

  /**
   * The value of the TXT record with the public key (RFC 6376, section 3.6.1), in one piece; DNS
   * splits it into strings of at most 255 characters.
   */
  public String dnsValue() {
    return "v=DKIM1; k=rsa; p=" + Base64.getEncoder().encodeToString(publicKey.getEncoded());
  }

  byte[] sign(byte[] data) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(DkimSigner.ALGORITHM);
    signature.initSign(privateKey);
    signature.update(data);
    return signature.sign();
  }

  /** Nothing of the key. */
  @Override
  public String toString() {
    return "DkimKey[" + privateKey.getModulus().bitLength() + " bits]";
  }
}
