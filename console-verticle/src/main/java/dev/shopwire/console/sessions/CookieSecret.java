package dev.shopwire.console.sessions;

import dev.shopwire.common.crypto.Hmac;
import dev.shopwire.common.tenancy.ApiKey;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/** The value of a cookie that identifies a session or a browser: 256 random bits. */
public final class CookieSecret {
  private static final int BYTES = 32;
  private static final String FORM = "[A-Za-z0-9_-]{43}";
  private static final byte[] CSRF = "csrf".getBytes(StandardCharsets.US_ASCII);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;

  private CookieSecret(String text) {
    this.text = text;
  }

  public static CookieSecret generate() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new CookieSecret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Empty if {@code text} has another form, so that it costs no lookup. */
  public static Optional<CookieSecret> parse(String text) {
    return text.matches(FORM) ? Optional.of(new CookieSecret(text)) : Optional.empty();
  }

  /** The cookie's value: sent to its browser, never stored, never logged. */
  public String reveal() {
    return text;
  }

  /** What is stored in its place. */
  public Buffer hash() {
    return Buffer.buffer(ApiKey.hash(text));
  }

  /**
   * The token that writes must carry besides the cookie. Pages of other origins can't read it, and
   * it doesn't reveal the cookie.
   */
  public String csrfToken() {
    byte[] token = Hmac.of(text.getBytes(StandardCharsets.US_ASCII), CSRF);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return "CookieSecret";
  }
}
