package dev.shopwire.console.oidc;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * Who the identity provider says that someone is.
 *
 * @param issuer with the subject, what identifies a user from the first sign-in on
 * @param email empty unless the provider has verified it
 */
record OidcIdentity(String issuer, String subject, Optional<String> email, String name) {
  private static final int MAX_SUBJECT = 255;
  private static final int MAX_EMAIL = 254;
  private static final int MAX_NAME = 100;

  /**
   * Checks what the token's signature doesn't (OpenID Connect Core, section 3.1.3.7).
   *
   * @param claims of an identity token whose signature was verified
   * @throws Failure 401 if the token isn't for this sign-in
   */
  static OidcIdentity of(JsonObject claims, OidcConfig config, String nonce, Instant now) {
    String issuer = text(claims, "iss");
    String subject = text(claims, "sub");
    Object expires = claims.getValue("exp");
    boolean valid =
        issuer.replaceAll("/+$", "").equals(config.issuer())
            && !subject.isEmpty()
            && subject.length() <= MAX_SUBJECT
            && isFor(claims, config.clientId())
            && text(claims, "nonce").equals(nonce)
            && expires instanceof Number number
            && number.longValue() > now.getEpochSecond();
    if (!valid) {
      throw OidcRefusals.failed();
    }
    String email = text(claims, "email").strip();
    boolean verified = Boolean.parseBoolean(String.valueOf(claims.getValue("email_verified")));
    boolean usable = verified && !email.isEmpty() && email.length() <= MAX_EMAIL;
    String name = text(claims, "name").strip();
    return new OidcIdentity(
        issuer,
        subject,
        usable ? Optional.of(email) : Optional.empty(),
        name.isEmpty() ? email : name.substring(0, Math.min(MAX_NAME, name.length())));
  }

  private static String text(JsonObject claims, String name) {
    return claims.getValue(name) instanceof String text ? text : "";
  }

  /** Of several audiences, {@code azp} must say that the token was issued to us. */
  private static boolean isFor(JsonObject claims, String clientId) {
    Object audience = claims.getValue("aud");
    if (audience instanceof JsonArray several) {
      boolean alone = several.size() == 1;
      return several.contains(clientId) && (alone || text(claims, "azp").equals(clientId));
    }
    return clientId.equals(audience);
  }
}
