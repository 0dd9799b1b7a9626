package dev.shopwire.console.pages.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.console.account.PasswordChange;
import dev.shopwire.console.account.Profile;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Secret;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.tokens.TokenRequests;
import io.vertx.core.Future;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Does what the forms of the account page ask for. */
final class AccountActions {
  private final Profile profile;
  private final PasswordChange password;
  private final TokenRequests tokens;
  private final SessionCookies cookies;
  private final AccountPage page;
  private final AccountTotp totp;

  AccountActions(
      Profile profile,
      PasswordChange password,
      TokenRequests tokens,
      SessionCookies cookies,
      AccountPage page,
      AccountTotp totp) {
    this.profile = profile;
    this.password = password;
    this.tokens = tokens;
    this.cookies = cookies;
    this.page = page;
    this.totp = totp;
  }

  Future<PageResponse> submit(PageRequest request) {
    String form = request.form().get(Form.ID_FIELD);
    return switch (form) {
      case "profile" -> changeProfile(request);
      case "password" -> changePassword(request);
      case "token" -> createToken(request);
      case "totp" -> totp.start(request);
      case "totp-confirm" -> totp.confirm(request);
      default -> Future.failedFuture(Failure.notFound("form"));
    };
  }

  private Future<PageResponse> changeProfile(PageRequest request) {
    return Submissions.submit(
        request,
        AccountForms.profile(request.user()),
        body -> profile.change(request.caller(), request.session(), body),
        changed -> Future.succeededFuture(request.done("profile")),
        again -> page.show(request, List.of(), again));
  }

  private Future<PageResponse> changePassword(PageRequest request) {
    return Submissions.submit(
        request,
        AccountForms.PASSWORD,
        body ->
            password.change(
                request.caller(), request.session(), cookies.clientOf(request.context()), body),
        devices -> {
          cookies.setDevices(request.context(), devices);
          return Future.succeededFuture(request.done("password"));
        },
        again -> page.show(request, List.of(), again));
  }

  private Future<PageResponse> createToken(PageRequest request) {
    PageRequest timed = request.withForm(withInstant(request, "expiresAt"));
    return Submissions.submit(
        timed,
        AccountForms.newToken(request.user()),
        body -> tokens.create(request.caller(), body),
        created -> page.show(request, secret(ApiJson.of(created)), Submission.NONE),
        again -> page.show(request, List.of(), again));
  }

  /** A token expires at the beginning of a day in the page's time zone; the API takes instants. */
  private static FormData withInstant(PageRequest request, String field) {
    Map<String, List<String>> values = new LinkedHashMap<>(request.form().values());
    try {
      LocalDate day = LocalDate.parse(request.form().get(field));
      values.put(field, List.of(Times.format(day.atStartOfDay(request.zone()))));
    } catch (DateTimeException e) {
      // empty, or reported by the API
    }
    return new FormData(values);
  }

  private static List<Part> secret(JsonNode created) {
    return List.of(
        new Secret(
            "secret",
            "Token",
            created.path("secret").asText(),
            "%s: it is shown this once.".formatted(created.at("/token/name").asText())));
  }
}
