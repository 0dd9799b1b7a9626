package dev.shopwire.console.pages.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.account.TotpSettings;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SignInPaths;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.QrCode;
import dev.shopwire.console.pages.parts.Secret;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.sessions.SessionCookies;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sets up TOTP in two steps: the secret with its QR code, then a first code. */
final class AccountTotp {
  private static final int MAX_URI = 1_000;

  private final TotpSettings settings;
  private final SessionCookies cookies;
  private final AccountPage page;

  AccountTotp(TotpSettings settings, SessionCookies cookies, AccountPage page) {
    this.settings = settings;
    this.cookies = cookies;
    this.page = page;
  }

  Future<PageResponse> start(PageRequest request) {
    return Submissions.submit(
        request,
        AccountForms.START_TOTP,
        body -> settings.start(request.session(), cookies.clientOf(request.context()), body),
        created ->
            Future.succeededFuture(
                secretPage(request, created.secret(), created.uri(), Submission.NONE)),
        again -> page.show(request, List.of(), again));
  }

  /** The page carries the secret, which nothing shows again, until a first code confirmed it. */
  private static PageResponse secretPage(
      PageRequest request, String secret, String uri, Submission submission) {
    Form form = AccountForms.CONFIRM_TOTP.withFixed(Map.of("secret", secret, "uri", uri));
    List<Part> parts = new ArrayList<>(Outcomes.alert(form, submission));
    parts.add(new Text("Scan this with an authenticator app, or enter the secret there."));
    if (uri.startsWith("otpauth://totp/") && uri.length() <= MAX_URI) {
      parts.add(QrCode.of("QR code of the TOTP secret", uri));
    }
    parts.add(new Secret("totp-secret", "TOTP secret", secret, "It is shown this once."));
    parts.add(form.after(submission));
    parts.add(new Link("Cancel", SignInPaths.ACCOUNT));
    return request.narrowPage(AccountPage.HEADING, parts);
  }

  Future<PageResponse> confirm(PageRequest request) {
    return Submissions.submit(
        request,
        AccountForms.CONFIRM_TOTP,
        body -> settings.confirm(request.caller(), request.session(), body),
        confirmed -> Future.succeededFuture(codesPage(request, ApiJson.of(confirmed))),
        again ->
            Future.succeededFuture(
                secretPage(
                    request, request.form().get("secret"), request.form().get("uri"), again)));
  }

  private static PageResponse codesPage(PageRequest request, JsonNode confirmed) {
    String codes =
        ApiJson.rows(confirmed, "recoveryCodes").stream()
            .map(JsonNode::asText)
            .collect(Collectors.joining("\n"));
    return request.narrowPage(
        AccountPage.HEADING,
        List.of(
            new Text("TOTP is set up. From now on sign-in needs a code."),
            new Secret(
                "codes",
                "Recovery codes",
                codes,
                "Each is good once in the place of a code, if the app is lost. They are shown this"
                    + " once: keep them where the app is not."),
            new Link("Back to the account", SignInPaths.ACCOUNT)));
  }
}
