package dev.shopwire.console.sessions;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.http.RequestIds;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the console's cookies. Browsers accept the prefix {@code __Host-} only with
 * {@code Secure}, for the whole host and from the host itself, so that neither other hosts of the
 * domain nor plain HTTP can set one. Thread-safe.
 *
 * @param insecure whether cookies also work over plain HTTP, for trials
 * @param proxies resolve the address of a request's client
 */
public record SessionCookies(boolean insecure, Proxies proxies) {
  private static final String SESSION = "shopwire";
  private static final String DEVICE = "shopwire-device";
  private static final String OIDC = "shopwire-oidc";
  private static final String HOST_PREFIX = "__Host-";
  private static final int MAX_DEVICES = 5;
  private static final int MAX_USER_AGENT = 300;
  private static final long DEVICE_SECONDS = Duration.ofDays(Devices.DAYS).toSeconds();

  /** The secret in a request's session cookie; empty if it has none in the form that we issue. */
  public Optional<CookieSecret> sessionOf(HttpServerRequest request) {
    return Optional.ofNullable(value(request, SESSION)).flatMap(CookieSecret::parse);
  }

  /** Where a request comes from. */
  public ClientInfo clientOf(RoutingContext context) {
    HttpServerRequest request = context.request();
    String userAgent = Optional.ofNullable(request.getHeader(HttpHeaders.USER_AGENT)).orElse("");
    return new ClientInfo(
        proxies.addressOf(request),
        proxies.clientOf(request).text(),
        userAgent.substring(0, Math.min(MAX_USER_AGENT, userAgent.length())),
        RequestIds.of(context),
        sessionOf(request),
        devicesOf(request));
  }

  /** The name of the session cookie. */
  public String sessionName() {
    return fullName(SESSION);
  }

  private List<CookieSecret> devicesOf(HttpServerRequest request) {
    return Stream.ofNullable(value(request, DEVICE))
        .flatMap(value -> Arrays.stream(value.split("\\.", MAX_DEVICES + 1)))
        .limit(MAX_DEVICES)
        .flatMap(secret -> CookieSecret.parse(secret).stream())
        .toList();
  }

  private @Nullable String value(HttpServerRequest request, String name) {
    Cookie cookie = request.getCookie(fullName(name));
    return cookie == null ? null : cookie.getValue();
  }

  private String fullName(String name) {
    return insecure ? name : HOST_PREFIX + name;
  }

  /** Sends the browser its new session. */
  public void set(RoutingContext context, OpenedSession opened) {
    add(context, SESSION, opened.secret().reveal(), "");
    setDevices(context, opened.devices());
  }

  /** Sends the browser the secrets by which it is known. */
  public void setDevices(RoutingContext context, String devices) {
    add(context, DEVICE, devices, "; Max-Age=" + DEVICE_SECONDS);
  }

  /** Makes the browser forget its session. */
  public void clear(RoutingContext context) {
    add(context, SESSION, "", "; Max-Age=0");
  }

  /** Gives the browser what it must bring back from the identity provider. */
  public void setOidc(RoutingContext context, String value, Duration lifetime) {
    add(context, OIDC, value, "; Max-Age=" + lifetime.toSeconds());
  }

  public void clearOidc(RoutingContext context) {
    add(context, OIDC, "", "; Max-Age=0");
  }

  /** What the browser brings back; empty if nothing. */
  public String oidcOf(HttpServerRequest request) {
    return Optional.ofNullable(value(request, OIDC)).orElse("");
  }

  private void add(RoutingContext context, String name, String value, String attributes) {
    context
        .response()
        .headers()
        .add(
            HttpHeaders.SET_COOKIE,
            fullName(name)
                + "="
                + value
                + "; Path=/"
                + attributes
                + (insecure ? "" : "; Secure")
                + "; HttpOnly; SameSite=Lax");
  }
}
