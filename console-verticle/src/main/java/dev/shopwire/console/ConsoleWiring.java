package dev.shopwire.console;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.load.Slots;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.console.account.AccountHandlers;
import dev.shopwire.console.account.Accounts;
import dev.shopwire.console.account.SignInMetrics;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.auth.LastUses;
import dev.shopwire.console.exports.Exports;
import dev.shopwire.console.members.Links;
import dev.shopwire.console.oidc.OidcConfig;
import dev.shopwire.console.oidc.OidcRoutes;
import dev.shopwire.console.oidc.OidcSignIn;
import dev.shopwire.console.pages.FormBodies;
import dev.shopwire.console.pages.PageServices;
import dev.shopwire.console.pages.Pages;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.sessions.SessionOpening;
import dev.shopwire.console.signin.Passwords;
import dev.shopwire.console.tenants.AppRequests;
import dev.shopwire.console.tenants.KeyRequests;
import dev.shopwire.console.tenants.TenantHandlers;
import dev.shopwire.console.tenants.WorkspaceRequests;
import dev.shopwire.console.timeline.TimelineExport;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Connects what the API, the pages and the identity provider share. For one verticle. */
final class ConsoleWiring {
  /** Size limit of the bodies that are read without authentication. */
  private static final int ANYONES_BYTES = 8_192;

  /** How long signing in waits for others who sign in; less than a request may take. */
  private static final Duration SIGN_IN_WAIT = Duration.ofMillis(1_500);

  private final Vertx vertx;
  private final ConsoleConfig config;
  private final Pool pool;
  private final MergedReads merged;
  private final AdminAccess adminToken;
  private final SessionCookies cookies;
  private final SecretVault transientVault;
  private final Accounts accounts;
  private final PeopleRequests people;
  private final Optional<OidcSignIn> oidc;

  /**
   * @param keys encrypt TOTP secrets; empty if there are none
   */
  ConsoleWiring(
      Vertx vertx,
      ConsoleConfig config,
      Pool pool,
      UUID installation,
      Optional<SecretKeys> keys,
      Passwords passwords,
      AdminAccess adminToken,
      SignInMetrics metrics) {
    this.vertx = vertx;
    this.config = config;
    this.pool = pool;
    this.adminToken = adminToken;
    CursorSigner signer = CursorSigner.of(installation);
    merged = MergedReads.of(vertx, pool, signer);
    cookies = new SessionCookies(config.insecureCookie(), config.proxies());
    transientVault = new SecretVault(keys.orElseGet(SecretKeys::random));
    accounts =
        Accounts.of(
            pool,
            passwords,
            new Slots(vertx, signIns(config), SIGN_IN_WAIT, ConsoleWiring::tooManySignIns),
            keys.map(SecretVault::new),
            config.sessions(),
            metrics,
            config.oidc().map(OidcConfig::only).orElse(false));
    people =
        PeopleRequests.of(
            pool, passwords, config.sessions(), new Links(config.addresses().console()), signer);
    oidc = config.oidc().map(this::signIn);
  }

  /**
   * How many connections sign-ins may use: a quarter of all, so that others don't wait for them.
   */
  private static int signIns(ConsoleConfig config) {
    return Math.max(1, config.connections() / 4);
  }

  private static Failure tooManySignIns() {
    return Failure.unavailable(
        "unavailable", "Too many users are signing in; try again", SIGN_IN_WAIT);
  }

  private OidcSignIn signIn(OidcConfig provider) {
    return new OidcSignIn(
        vertx,
        pool,
        provider,
        transientVault,
        new SessionOpening(config.sessions()),
        config.addresses().console());
  }

  void addTo(Routes routes, Deadlines deadlines, LastUses lastUses) {
    Access access =
        new Access(
            adminToken, pool, config.sessions(), lastUses, cookies, config.addresses().console());
    ProcessLoad load = ProcessLoad.of(vertx);
    BodyReader bodies = new BodyReader(config.bodyBytes(), deadlines, load.bodies());
    BodyReader anyonesBodies = new BodyReader(ANYONES_BYTES, deadlines, load.bodies());
    new ConsoleApi(
            vertx,
            access,
            bodies,
            anyonesBodies,
            new AccountHandlers(accounts, adminToken, cookies, pool),
            new TenantHandlers(pool),
            cookies,
            people,
            exports(deadlines),
            new MergedOperations(merged))
        .addTo(routes);
    oidc.ifPresent(signIn -> new OidcRoutes(signIn, cookies).addTo(routes));
    new Pages(vertx, pageServices()).addTo(routes, access, new FormBodies(bodies, anyonesBodies));
  }

  private Exports exports(Deadlines deadlines) {
    Exports exports = new Exports(vertx, pool, config.exports(), deadlines);
    exports.addMerged("getCustomerTimeline", new TimelineExport(vertx, merged.timeline()));
    return exports;
  }

  private PageServices pageServices() {
    return new PageServices(
        pool,
        accounts,
        people,
        new WorkspaceRequests(pool),
        new AppRequests(pool),
        new KeyRequests(pool),
        merged,
        cookies,
        transientVault,
        config.addresses(),
        config.oidc().map(OidcConfig::label));
  }

  void close() {
    oidc.ifPresent(OidcSignIn::close);
  }
}
