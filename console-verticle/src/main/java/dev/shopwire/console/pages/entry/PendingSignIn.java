package dev.shopwire.console.pages.entry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;

/**
 * Keeps the e-mail and the password between the two steps of a sign-in: encrypted in the form that
 * asks for the code, so that no process has to remember them and the page doesn't show them.
 */
final class PendingSignIn {
  private static final byte[] CONTEXT = "sign-in".getBytes(StandardCharsets.US_ASCII);
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final SecretVault vault;
  private final InstantSource clock;

  PendingSignIn(SecretVault vault, InstantSource clock) {
    this.vault = vault;
    this.clock = clock;
  }

  /** The value of the hidden field. */
  String seal(String email, String password) {
    ObjectNode content = Json.MAPPER.createObjectNode();
    content.put("email", email).put("password", password);
    content.put("until", clock.instant().plus(LIMIT).toEpochMilli());
    Encrypted sealed = vault.encrypt(CONTEXT, content.toString());
    return sealed.keyId()
        + "."
        + Base64.getUrlEncoder().withoutPadding().encodeToString(sealed.bytes().getBytes());
  }

  /** The body of the request to sign in with a code; empty if the first step was too long ago. */
  Optional<byte[]> open(String field, String code) {
    int dot = field.indexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    try {
      Buffer bytes = Buffer.buffer(Base64.getUrlDecoder().decode(field.substring(dot + 1)));
      Encrypted sealed = new Encrypted(field.substring(0, dot), bytes);
      return vault.decrypt(CONTEXT, sealed).flatMap(content -> body(content, code));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<byte[]> body(String content, String code) {
    try {
      JsonNode given = Json.MAPPER.readTree(content);
      if (given.path("until").asLong() < clock.millis()) {
        return Optional.empty();
      }
      ObjectNode body = Json.MAPPER.createObjectNode();
      body.set("email", given.path("email"));
      body.set("password", given.path("password"));
      body.put("code", code);
      return Optional.of(Json.MAPPER.writeValueAsBytes(body));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
