package dev.shopwire.console.pages;

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
    pages.check();
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
        .page(ConsolePage.ROOT, HomePage::first)
        .page(ConsolePage.HOME, HomePage::first)
        .page(ConsolePage.CHOSEN_WORKSPACE, HomePage::chosen)
        .page(ConsolePage.WORKSPACE_HOME, HomePage::ofWorkspace);
  }

  private void addSignIn(PageRoutes pages) {
    SignInPages signIn =
        new SignInPages(
            services.accounts().signIn(),
            services.cookies(),
            new PendingSignIn(services.vault(), InstantSource.system()),
            services.provider());
    pages
        .page(ConsolePage.SIGN_IN, signIn::show)
        .form(ConsolePage.SIGN_IN, signIn::submit)
        .form(ConsolePage.SIGN_OUT, signIn::signOut);
  }

  private void addEntry(PageRoutes pages) {
    EntryPages entry =
        new EntryPages(
            services.accounts().setUp(),
            services.people().acceptance(),
            services.people().resetAcceptance(),
            services.cookies());
    pages
        .page(ConsolePage.SET_UP, entry::showSetUp)
        .form(ConsolePage.SET_UP, entry::submitSetUp)
        .page(ConsolePage.INVITATION, entry::showInvitation)
        .form(ConsolePage.INVITATION, entry::submitInvitation)
        .page(ConsolePage.RESET, entry::showReset)
        .form(ConsolePage.RESET, entry::submitReset);
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
        .page(
            ConsolePage.ACCOUNT,
            request -> isStep(request) ? steps.show(request) : page.show(request))
        .form(ConsolePage.ACCOUNT, actions::submit);
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
        .page(
            ConsolePage.USERS,
            request -> isStep(request) ? steps.show(request) : page.show(request))
        .form(ConsolePage.USERS, request -> submitUsers(request, page, steps));
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
    pages.page(ConsolePage.AUDIT, page::show);
  }

  private void addWorkspace(PageRoutes pages) {
    WorkspacePage page = new WorkspacePage(vertx, services.workspaces(), curl);
    pages.page(ConsolePage.WORKSPACE, page::show).form(ConsolePage.WORKSPACE, page::submit);
  }
}
