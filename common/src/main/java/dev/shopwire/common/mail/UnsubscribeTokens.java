package dev.shopwire.common.mail;

import dev.shopwire.common.crypto.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts unsubscribe links into tokens, so that they need no row, never expire and disclose no
 * address. AES-256-GCM (NIST SP 800-38D) with a nonce that is derived from the content: a message
 * has the same link on every attempt, and no two contents share a nonce. Thread-safe.
 */
public final class UnsubscribeTokens {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int IDS_BYTES = 3 * Long.BYTES;

  /** An address has at most 320 characters, of up to three bytes. */
  private static final int MAX_LENGTH = 1_400;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final byte[] nonceKey;
  private final SecretKeySpec contentKey;

  private UnsubscribeTokens(byte[] nonceKey, byte[] contentKey) {
    this.nonceKey = nonceKey;
    this.contentKey = new SecretKeySpec(contentKey, "AES");
  }

  /** Derives the keys from the id of the installation, which is never disclosed. */
  public static UnsubscribeTokens of(UUID installation) {
    byte[] secret =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(installation.getMostSignificantBits())
            .putLong(installation.getLeastSignificantBits())
            .array();
    return new UnsubscribeTokens(
        Hmac.of(secret, "unsubscribe nonces".getBytes(StandardCharsets.US_ASCII)),
        Hmac.of(secret, "unsubscribe links".getBytes(StandardCharsets.US_ASCII)));
  }

  /** A token of URL-safe characters (RFC 4648 §5). */
  public String encode(UnsubscribeLink link) {
    byte[] email = link.email().getBytes(StandardCharsets.UTF_8);
    byte[] content =
        ByteBuffer.allocate(IDS_BYTES + email.length)
            .putLong(link.workspaceId())
            .putLong(link.topicId())
            .putLong(link.messageId())
            .put(email)
            .array();
    byte[] nonce = Arrays.copyOf(Hmac.of(nonceKey, content), NONCE_BYTES);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(content);
      return ENCODER.encodeToString(
          ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Empty if this installation did not issue exactly this token. */
  public Optional<UnsubscribeLink> decode(String token) {
    if (token.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(token);
      // Base64 ignores some bits of the last character.
      return ENCODER.encodeToString(bytes).equals(token) ? open(bytes) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<UnsubscribeLink> open(byte[] bytes) {
    if (bytes.length < NONCE_BYTES + IDS_BYTES + TAG_BITS / Byte.SIZE) {
      return Optional.empty();
    }
    byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
    try {
      byte[] content =
          cipher(Cipher.DECRYPT_MODE, nonce)
              .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
      return Optional.of(read(ByteBuffer.wrap(content)));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static UnsubscribeLink read(ByteBuffer content) {
    return new UnsubscribeLink(
        content.getLong(),
        content.getLong(),
        content.getLong(),
        StandardCharsets.UTF_8.decode(content).toString());
  }

  private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, contentKey, new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }
}
