package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests signing in through an identity provider. */
class OidcIT {
  private static final String ISSUER_ID = "staff";
  private static final String CLIENT = "shopwire";
  private static final String PUBLIC_URL = "http://console.example.com";
  private static final String CALLBACK = "/console/sign-in/oidc";
  private static final HttpClient HTTP =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

  private static final Path DIRECTORY = TemporaryFiles.directory("oidc");
  private static final MockOAuth2Server PROVIDER = new MockOAuth2Server();
  private static ServiceProcess service;
  private static ConsoleUsers users;
  private static Sql sql;

  @BeforeAll
  static void start() {
    int port = FreePorts.next();
    PROVIDER.start(port);
    sql = RunningService.shared().sql();
    users = new ConsoleUsers(sql);
    service =
        ServiceProcess.start(
            DIRECTORY,
            RunningService.onSharedStores(
                Map.of(
                    "SHOPWIRE_VERTICLES",
                    "console",
                    "SHOPWIRE_CONSOLE_PUBLIC_URL",
                    PUBLIC_URL,
                    "SHOPWIRE_CONSOLE_OIDC_ISSUER",
                    "http://localhost:" + port + "/" + ISSUER_ID,
                    "SHOPWIRE_CONSOLE_OIDC_CLIENT_ID",
                    CLIENT,
                    "SHOPWIRE_CONSOLE_OIDC_CLIENT_SECRET",
                    "a secret of the tests",
                    "SHOPWIRE_CONSOLE_OIDC_ONLY",
                    "true")));
  }

  @AfterAll
  static void stop() {
    service.close();
    PROVIDER.shutdown();
    TemporaryFiles.delete(DIRECTORY);
  }

  private static HttpResponse<String> get(String url, String cookies)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (!cookies.isEmpty()) {
      request.header("Cookie", cookies);
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  private static String location(HttpResponse<String> response) {
    return response.headers().firstValue("Location").orElseThrow(AssertionError::new);
  }

  private static String cookie(HttpResponse<String> response, String name) {
    return response.headers().allValues("Set-Cookie").stream()
        .filter(each -> each.startsWith(name + "="))
        .map(each -> each.substring(0, each.indexOf(';')))
        .findFirst()
        .orElse("");
  }

  /** A sign-in up to where the provider sends the browser back. */
  private record Begun(String callback, String cookie) {}

  private static Begun begin(String subject, Map<String, Object> claims) throws Exception {
    PROVIDER.enqueueCallback(
        new DefaultOAuth2TokenCallback(ISSUER_ID, subject, "JWT", List.of(CLIENT), claims, 3_600));
    HttpResponse<String> started =
        get(service.consoleUrl() + CALLBACK + "/start?next=%2Fconsole%2Faccount", "");
    assertEquals(303, started.statusCode(), started::body);
    String url = location(started);
    for (String part :
        List.of("response_type=code", "code_challenge_method=S256", "nonce=", "state=")) {
      assertTrue(url.contains(part), url);
    }
    String back = location(get(url, ""));
    assertTrue(back.startsWith(PUBLIC_URL + CALLBACK + "?"), back);
    return new Begun(
        back.replace(PUBLIC_URL, service.consoleUrl()), cookie(started, "__Host-shopwire-oidc"));
  }

  private static HttpResponse<String> signIn(String subject, Map<String, Object> claims)
      throws Exception {
    Begun begun = begin(subject, claims);
    return get(begun.callback(), begun.cookie());
  }

  private static Map<String, Object> verified(String email) {
    return Map.of("email", email, "email_verified", true, "name", "From Provider");
  }

  private static void assertSignedIn(User user, HttpResponse<String> response) {
    assertEquals("/console/sign-in?next=%2Fconsole%2Faccount", location(response));
    String session = cookie(response, ConsoleBrowser.SESSION);
    ConsoleBrowser browser = new ConsoleBrowser(service.consoleUrl());
    browser.setCookie(ConsoleBrowser.SESSION, session.substring(session.indexOf('=') + 1));
    assertEquals(user.email(), browser.get("/session").json().at("/user/email").asText(), session);
  }

  private static void assertRefused(String reason, HttpResponse<String> response) {
    assertEquals("/console/sign-in?failed=" + reason, location(response));
    assertEquals("", cookie(response, ConsoleBrowser.SESSION));
  }

  @Test
  void aUserIsBoundToTheIdentityAtTheFirstSignIn() throws Exception {
    User user = users.add(false);
    String subject = UUID.randomUUID().toString();
    assertRefused(
        "oidc_unknown_user",
        signIn(subject, Map.of("email", user.email(), "email_verified", false)));
    assertRefused("oidc_unknown_user", signIn(subject, Map.of("email", user.email())));
    assertSignedIn(user, signIn(subject, verified(user.email())));
    // By nothing else afterwards.
    assertSignedIn(user, signIn(subject, verified("changed@example.com")));
    assertRefused(
        "oidc_unknown_user", signIn(UUID.randomUUID().toString(), verified(user.email())));
    sql.run("update console_users set disabled = true where id = " + user.id());
    assertRefused("oidc_unknown_user", signIn(subject, verified(user.email())));
  }

  @Test
  void anInvitedAddressBecomesAUserAndAnUnknownOneDoesNot() throws Exception {
    String workspace = RunningService.shared().tenants().app().workspaceId();
    String email = UUID.randomUUID() + "@example.com";
    String subject = UUID.randomUUID().toString();
    assertRefused("oidc_unknown_user", signIn(subject, verified(email)));
    sql.run(
        """
        insert into console_invitations (workspace_id, email, role, token_hash, expires_at)
        values (%s, '%s', 'analyst', sha256('%s'), now() + interval '1 day')
        """
            .formatted(workspace, email, email));
    HttpResponse<String> joined = signIn(subject, verified(email));
    assertFalse(cookie(joined, ConsoleBrowser.SESSION).isEmpty(), joined::toString);
    assertEquals(
        "analyst",
        sql.text(
            "select m.role from console_memberships m join console_users u on u.id = m.user_id"
                + " where u.email = ? and m.workspace_id = ?",
            email,
            Long.parseLong(workspace)));
    assertEquals(0, sql.number("select count(*) from console_invitations where email = ?", email));
  }

  @Test
  void aResponseToAnotherBrowserOrSignInIsRefused() throws Exception {
    User user = users.add(false);
    Begun begun = begin(UUID.randomUUID().toString(), verified(user.email()));
    assertRefused("oidc_failed", get(begun.callback(), ""));
    assertRefused("oidc_failed", get(begun.callback(), begun.cookie() + "x"));
    assertRefused(
        "oidc_failed", get(begun.callback().replaceAll("state=[^&]+", "state=x"), begun.cookie()));
    assertRefused(
        "oidc_failed", get(begun.callback().replaceAll("code=[^&]+", "code=x"), begun.cookie()));
    assertEquals(
        "null", sql.text("select oidc_subject from console_users where id = ?", user.id()));
  }

  @Test
  void withOnlyTheProviderPasswordsAreForOperators() {
    ConsoleBrowser browser = new ConsoleBrowser(service.consoleUrl());
    User user = users.add(false);
    assertEquals(401, browser.signIn(user.email(), ConsoleUsers.PASSWORD).status());
    User operator = users.add(true);
    assertEquals(200, browser.signIn(operator.email(), ConsoleUsers.PASSWORD).status());
  }
}
