package dev.shopwire.console.sessions;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import java.util.List;
import java.util.Optional;

/**
 * Where a request comes from.
 *
 * @param address the client's IP address; empty if unknown
 * @param network what limits count by: the IPv4 address or the IPv6 /64
 * @param userAgent cut to a few hundred characters
 * @param session the secret of the session cookie, if it has the form of one
 * @param devices secrets by which the browser may be known to users
 */
public record ClientInfo(
    String address,
    String network,
    String userAgent,
    String requestId,
    Optional<CookieSecret> session,
    List<CookieSecret> devices) {

  /** The caller for the audit log of what belongs to no workspace. */
  public Caller caller(Actor actor) {
    return new Caller(actor, AccessLevel.NONE, 0, address, requestId);
  }
}
