package dev.shopwire.console.sessions;

import dev.shopwire.common.json.Times;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The response to signing in and to {@code GET /session}.
 *
 * @param user null for the admin token
 * @param csrfToken null without a session
 * @param expiresAt when the session ends in any case; null without a session
 */
public record SessionResponse(
    @Nullable SignedInUser user, @Nullable String csrfToken, @Nullable String expiresAt) {
  /** For requests with the admin token. */
  public static final SessionResponse OF_ADMIN_TOKEN = new SessionResponse(null, null, null);

  public static SessionResponse of(SignedInUser user, String csrfToken, OffsetDateTime expiresAt) {
    return new SessionResponse(user, csrfToken, Times.format(expiresAt));
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return "SessionResponse";
  }
}
