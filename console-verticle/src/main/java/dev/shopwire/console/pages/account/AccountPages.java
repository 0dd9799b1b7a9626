package dev.shopwire.console.pages.account;

import dev.shopwire.console.account.Accounts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.tokens.TokenRequests;

/** The account page with its forms and second steps. */
public final class AccountPages implements PageGroup {
  private final PageKit kit;

  public AccountPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    Accounts accounts = kit.services().accounts();
    TokenRequests tokens = kit.services().people().tokens();
    SessionCookies cookies = kit.services().cookies();
    AccountPage page = new AccountPage(accounts.sessions(), tokens, kit);
    SecondSteps steps =
        new AccountSteps(accounts.sessions(), tokens, accounts.totp(), cookies).all();
    AccountActions actions =
        new AccountActions(
            accounts.profile(),
            accounts.password(),
            tokens,
            cookies,
            page,
            new AccountTotp(accounts.totp(), cookies, page));
    routes
        .page(ConsolePage.ACCOUNT, steps.orPage(page::show))
        .form(ConsolePage.ACCOUNT, steps.orForm(actions::submit));
  }
}
