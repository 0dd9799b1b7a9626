package dev.shopwire.console.oidc;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.console.sessions.CookieSecret;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * What a browser must bring back from the identity provider, in an encrypted cookie: so that a
 * response belongs to a sign-in that this browser started, on whatever process it arrives.
 *
 * @param state is compared with the response's
 * @param nonce is compared with the identity token's
 * @param verifier proves to the provider that the code was meant for us (PKCE, RFC 7636)
 * @param next where the browser goes afterwards; not checked
 * @param until in milliseconds since 1970
 */
record OidcState(String state, String nonce, String verifier, String next, long until) {
  static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final byte[] CONTEXT = "oidc sign-in".getBytes(StandardCharsets.US_ASCII);

  static OidcState create(String next, Instant now) {
    return new OidcState(random(), random(), random(), next, now.plus(LIFETIME).toEpochMilli());
  }

  private static String random() {
    return CookieSecret.generate().reveal();
  }

  /** The PKCE code challenge, by the method S256. */
  String challenge() {
    return base64(Digest.SHA_256.of(verifier.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The cookie's value. */
  String seal(SecretVault vault) {
    Encrypted sealed = vault.encrypt(CONTEXT, Json.MAPPER.valueToTree(this).toString());
    return sealed.keyId() + "." + base64(sealed.bytes().getBytes());
  }

  /** Empty if the cookie is not of ours or too old. */
  static Optional<OidcState> open(SecretVault vault, String cookie, Instant now) {
    int dot = cookie.indexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    try {
      Buffer bytes = Buffer.buffer(Base64.getUrlDecoder().decode(cookie.substring(dot + 1)));
      return vault
          .decrypt(CONTEXT, new Encrypted(cookie.substring(0, dot), bytes))
          .map(OidcState::parse)
          .filter(state -> state.until() > now.toEpochMilli());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static OidcState parse(String json) {
    try {
      return Json.MAPPER.readValue(json, OidcState.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Omits the secrets. */
  @Override
  public String toString() {
    return "OidcState";
  }
}
