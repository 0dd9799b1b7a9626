package dev.shopwire.automation.mail.senders;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.common.crypto.Digest;
import io.vertx.core.buffer.Buffer;
import java.security.SecureRandom;
import java.util.Base64;

/** Makes the URLs to which relays report bounces, and recognizes their secrets. */
public final class EventsUrl {
  /** The public route, without the secret at its end. */
  public static final String PATH = "/mail-events/";

  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private EventsUrl() {}

  static String newSecret() {
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }

  /** The hash that is stored instead of the secret. */
  public static Buffer hash(String secret) {
    return Buffer.buffer(Digest.SHA_256.of(secret.getBytes(UTF_8)));
  }

  static String of(MailConfig config, String secret) {
    return config.linksUrl() + PATH + secret;
  }
}
