package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Routes;
import dev.shopwire.console.account.Accounts;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.pages.assets.Assets;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.sessions.SessionCookies;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.time.InstantSource;

/** Routes all pages of the console. Not thread-safe; use from one event loop. */
public final class Pages {
  private static final String PREFIX = "/console/";
  private static final String API = "/console/api";

  private final Vertx vertx;
  private final PageServices services;
  private final ListPages lists;
  private final Curl curl;

  public Pages(Vertx vertx, PageServices services) {
    this.vertx = vertx;
    this.services = services;
    this.lists = new ListPages(vertx);
    this.curl = new Curl(services.addresses().console());
  }

  /**
   * @param bodies read the forms
   */
  public void addTo(Routes routes, Access access, FormBodies bodies) {
    PageRoutes pages =
        new PageRoutes(
            routes, access, bodies, new PageLoading(services.pool(), services.workspaces()));
    Assets.addTo(routes);
    addHome(pages);
    addSignIn(pages);
    addEntry(pages);
    addAccount(pages);
    addUsers(pages);
    addAudit(pages);
    addWorkspace(pages);
    routes.otherwise(context -> otherwise(context, pages));
  }

  private static void otherwise(RoutingContext context, PageRoutes pages) {
    String path = context.normalizedPath();
    if (path.startsWith(PREFIX) && !path.startsWith(API)) {
      pages.notFound(context);
    } else {
      context.fail(Failure.of(Code.NOT_FOUND, "There is nothing at this path"));
    }
  }

  private static void addHome(PageRoutes pages) {
    pages
        .signedIn("/", HomePage::first)
        .signedIn(SignInPaths.HOME, HomePage::first)
        .signedIn("/console/w", HomePage::chosen)
        .workspace("", AccessLevel.ANALYST, HomePage::ofWorkspace);
  }

  private void addSignIn(PageRoutes pages) {
    SignInPages signIn =
        new SignInPages(
            services.accounts().signIn(),
            services.cookies(),
            new PendingSignIn(services.vault(), InstantSource.system()),
            services.provider());
    pages
        .open(SignInPaths.SIGN_IN, signIn::show, signIn::submit)
        .signedInForm(SignInPaths.SIGN_OUT, signIn::signOut);
  }

  private void addEntry(PageRoutes pages) {
    EntryPages entry =
        new EntryPages(
            services.accounts().setUp(),
            services.people().acceptance(),
            services.people().resetAcceptance(),
            services.cookies());
    pages
        .open("/console/setup", entry::showSetUp, entry::submitSetUp)
        .open("/console/invite", entry::showInvitation, entry::submitInvitation)
        .open("/console/reset", entry::showReset, entry::submitReset);
  }

  private void addAccount(PageRoutes pages) {
    Accounts accounts = services.accounts();
    SessionCookies cookies = services.cookies();
    AccountPage page =
        new AccountPage(accounts.sessions(), services.people().tokens(), cookies, curl);
    AccountSteps steps =
        new AccountSteps(accounts.sessions(), services.people().tokens(), accounts.totp(), cookies);
    AccountActions actions =
        new AccountActions(
            accounts.profile(),
            accounts.password(),
            services.people().tokens(),
            cookies,
            page,
            new AccountTotp(accounts.totp(), cookies, page),
            steps);
    pages
        .signedIn(
            SignInPaths.ACCOUNT,
            request -> isStep(request) ? steps.show(request) : page.show(request))
        .signedInForm(SignInPaths.ACCOUNT, actions::submit);
  }

  private void addUsers(PageRoutes pages) {
    UsersPage page =
        new UsersPage(services.people().members(), services.people().invitations(), lists, curl);
    UserSteps steps =
        new UserSteps(
            services.people().members(),
            services.people().invitations(),
            services.people().resets());
    pages
        .workspace(
            UsersPage.PATH,
            AccessLevel.ANALYST,
            request -> isStep(request) ? steps.show(request) : page.show(request))
        .workspaceForm(
            UsersPage.PATH, AccessLevel.ADMIN, request -> submitUsers(request, page, steps));
  }

  private static Future<Answer> submitUsers(PageRequest request, UsersPage page, UserSteps steps) {
    String form = request.form().get(Form.ID_FIELD);
    if (steps.has(form)) {
      return steps.run(request);
    }
    return form.equals(UserForms.INVITE)
        ? page.invite(request)
        : Future.failedFuture(Failure.notFound("form"));
  }

  private static boolean isStep(PageRequest request) {
    return request.query().has(SecondSteps.PARAMETER);
  }

  private void addAudit(PageRoutes pages) {
    AuditPage page = new AuditPage(services.people().audit(), lists, curl);
    pages.workspace(AuditPage.PATH, AccessLevel.ADMIN, page::show);
  }

  private void addWorkspace(PageRoutes pages) {
    WorkspacePage page = new WorkspacePage(vertx, services.workspaces(), curl);
    pages
        .workspace(WorkspacePage.PATH, AccessLevel.ADMIN, page::show)
        .workspaceForm(WorkspacePage.PATH, AccessLevel.ADMIN, page::submit);
  }
}
