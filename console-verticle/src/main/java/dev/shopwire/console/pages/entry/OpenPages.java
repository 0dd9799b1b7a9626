package dev.shopwire.console.pages.entry;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.PageServices;
import java.time.InstantSource;

/** The pages that need no sign-in, and signing out. */
public final class OpenPages implements PageGroup {
  private final PageKit kit;

  public OpenPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    addSignIn(routes);
    PageServices services = kit.services();
    EntryPages entry =
        new EntryPages(
            services.accounts().setUp(),
            services.people().acceptance(),
            services.people().resetAcceptance(),
            services.cookies(),
            kit.curl());
    routes
        .page(ConsolePage.SET_UP, entry::showSetUp)
        .form(ConsolePage.SET_UP, entry::submitSetUp)
        .page(ConsolePage.INVITATION, entry::showInvitation)
        .form(ConsolePage.INVITATION, entry::submitInvitation)
        .page(ConsolePage.RESET, entry::showReset)
        .form(ConsolePage.RESET, entry::submitReset);
  }

  private void addSignIn(PageRoutes routes) {
    PageServices services = kit.services();
    SignInPages signIn =
        new SignInPages(
            services.accounts().signIn(),
            services.cookies(),
            new PendingSignIn(services.vault(), InstantSource.system()),
            services.provider(),
            kit.curl());
    routes
        .page(ConsolePage.SIGN_IN, signIn::show)
        .form(ConsolePage.SIGN_IN, signIn::submit)
        .form(ConsolePage.SIGN_OUT, signIn::signOut);
  }
}
