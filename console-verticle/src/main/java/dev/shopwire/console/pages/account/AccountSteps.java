package dev.shopwire.console.pages.account;

import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.account.OwnSessions;
import dev.shopwire.console.account.TotpSettings;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.tokens.TokenRequests;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;

/** The second steps of the account page. */
final class AccountSteps {
  private static final PageParameters ALL = new PageParameters(PageSize.MAX, Optional.empty());

  private final OwnSessions sessions;
  private final TokenRequests tokens;
  private final TotpSettings totp;
  private final SessionCookies cookies;
  private final SecondSteps steps;

  AccountSteps(
      OwnSessions sessions, TokenRequests tokens, TotpSettings totp, SessionCookies cookies) {
    this.sessions = sessions;
    this.tokens = tokens;
    this.totp = totp;
    this.cookies = cookies;
    steps =
        new SecondSteps(
            AccountPage.HEADING,
            Map.of(
                "session",
                SecondSteps.Step.of(this::session, this::endSession, "session"),
                "sessions",
                SecondSteps.Step.of(
                    request -> Future.succeededFuture(AccountForms.END_OTHERS),
                    this::endOthers,
                    "sessions"),
                "token-end",
                SecondSteps.Step.of(this::token, this::endToken, "token"),
                "totp-remove",
                SecondSteps.Step.of(
                    request -> Future.succeededFuture(AccountForms.REMOVE_TOTP),
                    this::removeTotp,
                    "totp-removed")));
  }

  SecondSteps all() {
    return steps;
  }

  private Future<Confirmation> session(PageRequest request) {
    return sessions
        .list(request.session(), ALL)
        .map(listed -> ApiJson.find(listed, "sessions", request.query().get("id"), "session"))
        .map(AccountForms::endSession);
  }

  private Future<Confirmation> token(PageRequest request) {
    return tokens
        .ofUser(request.caller(), ALL)
        .map(listed -> ApiJson.find(listed, "tokens", request.query().get("id"), "token"))
        .map(AccountForms::endToken);
  }

  private Future<?> endSession(PageRequest request, byte[] body) {
    return sessions.end(request.caller(), request.session(), request.query().get("id"));
  }

  private Future<?> endOthers(PageRequest request, byte[] body) {
    return sessions.endOthers(request.caller(), request.session());
  }

  private Future<?> endToken(PageRequest request, byte[] body) {
    return tokens.endOwn(request.caller(), request.id());
  }

  private Future<?> removeTotp(PageRequest request, byte[] body) {
    return totp.remove(
        request.caller(), request.session(), cookies.clientOf(request.context()), body);
  }
}
