package dev.shopwire.console.sessions;

/**
 * A session that was just opened.
 *
 * @param secret for the session cookie
 * @param devices for the cookie by which the browser is known: secrets separated by periods
 * @param response what the API responds
 */
public record OpenedSession(CookieSecret secret, String devices, SessionResponse response) {
  /** Omits the secrets. */
  @Override
  public String toString() {
    return "OpenedSession";
  }
}
