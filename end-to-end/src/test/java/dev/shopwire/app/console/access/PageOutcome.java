package dev.shopwire.app.console.access;

import dev.shopwire.app.console.access.MatrixCaller.Credentials;
import dev.shopwire.app.console.access.MatrixCaller.Flaw;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.testing.Http.Response;

/** What someone gets who opens a page or sends a form. */
enum PageOutcome {
  SIGN_IN,
  FORBIDDEN,
  NOT_FOUND,
  ALLOWED;

  /**
   * What the contract says.
   *
   * @param least the level that the page asks for
   * @param isWrite whether a form is sent
   */
  static PageOutcome of(MatrixCaller caller, ConsolePage page, AccessLevel least, boolean isWrite) {
    if (isWrite && caller.flaw() == Flaw.FOREIGN_PAGE) {
      return FORBIDDEN;
    }
    if (least == AccessLevel.NONE) {
      return ALLOWED;
    }
    if (caller.credentials() != Credentials.SESSION) {
      return SIGN_IN;
    }
    if (page.isOfWorkspace() && caller.level() == AccessLevel.USER) {
      return NOT_FOUND;
    }
    boolean isRefused =
        (page.isOfWorkspace() && caller.flaw() == Flaw.NO_TOTP)
            || !caller.level().includes(least)
            || (isWrite && caller.flaw() == Flaw.CSRF);
    return isRefused ? FORBIDDEN : ALLOWED;
  }

  boolean is(Response response) {
    boolean leadsToSignIn =
        response.status() == 303 && response.header("Location").startsWith("/console/sign-in");
    return switch (this) {
      case SIGN_IN -> leadsToSignIn;
      case FORBIDDEN -> isPage(response, 403);
      case NOT_FOUND -> isPage(response, 404);
      case ALLOWED -> isPage(response, 200) || (response.status() == 303 && !leadsToSignIn);
    };
  }

  private static boolean isPage(Response response, int status) {
    return response.status() == status
        && response.header("Content-Type").startsWith("text/html")
        && response.body().contains("<h1>");
  }
}
