package dev.shopwire.console.sessions;

import java.time.OffsetDateTime;

/**
 * A session that a request is made in.
 *
 * @param csrfToken that its writes must carry
 * @param expiresAt when it ends in any case
 */
public record UserSession(long id, long userId, String csrfToken, OffsetDateTime expiresAt) {
  /** Omits the token. */
  @Override
  public String toString() {
    return "UserSession " + id;
  }
}
