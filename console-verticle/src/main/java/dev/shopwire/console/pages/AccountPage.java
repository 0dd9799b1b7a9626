package dev.shopwire.console.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.account.OwnSessions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.tokens.TokenRequests;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows users their own account: profile, password, second factor, sessions, API tokens. */
final class AccountPage {
  static final String HEADING = "Account";

  /** A user has at most as many tokens, and hardly as many sessions. */
  private static final PageParameters ALL = new PageParameters(PageSize.MAX, Optional.empty());

  private final OwnSessions sessions;
  private final TokenRequests tokens;
  private final SessionCookies cookies;
  private final Curl curl;

  AccountPage(OwnSessions sessions, TokenRequests tokens, SessionCookies cookies, Curl curl) {
    this.sessions = sessions;
    this.tokens = tokens;
    this.cookies = cookies;
    this.curl = curl;
  }

  Future<Answer> show(PageRequest request) {
    return show(request, List.of(), Submission.NONE);
  }

  /**
   * @param first what was just created
   */
  Future<Answer> show(PageRequest request, List<Part> first, Submission submission) {
    Future<JsonNode> own = sessions.list(request.session(), ALL).map(ListPages::json);
    Future<JsonNode> created = tokens.ofUser(request.caller(), ALL).map(ListPages::json);
    return Future.all(own, created)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(first);
              parts.addAll(Outcomes.notice(request));
              forms(request).forEach(form -> parts.addAll(Outcomes.alert(form, submission)));
              parts.add(new Text("You are signed in as " + request.user().email() + "."));
              parts.add(AccountForms.profile(request.user()).after(submission));
              parts.add(AccountForms.PASSWORD.after(submission));
              parts.add(totp(request, submission));
              parts.addAll(sessions(request, own.result()));
              parts.addAll(tokens(request, created.result(), submission));
              return request.page(HEADING, parts);
            });
  }

  private static Stream<Form> forms(PageRequest request) {
    return Stream.of(
        AccountForms.profile(request.user()),
        AccountForms.PASSWORD,
        AccountForms.START_TOTP,
        AccountForms.newToken(request.user()));
  }

  private static Part totp(PageRequest request, Submission submission) {
    List<Part> parts =
        request.user().totp()
            ? List.of(
                new Text("Sign-in needs a code of your authenticator app, or a recovery code."),
                new Link("Remove TOTP", SignInPaths.ACCOUNT + "?step=totp-remove"))
            : List.of(
                new Text(
                    "With TOTP, sign-in needs a code of an authenticator app besides the"
                        + " password."),
                AccountForms.START_TOTP.after(submission));
    return new Section("totp-heading", "Two-factor sign-in (TOTP)", parts);
  }

  private List<Part> sessions(PageRequest request, JsonNode response) {
    return List.of(
        new Table(
            "sessions",
            "Sessions",
            List.of("Address", "Browser", "Signed in", "Last used", "Current", "Actions"),
            ListPages.rows(response, "sessions").stream()
                .map(session -> sessionRow(request, session))
                .toList()),
        new Link("End all other sessions", SignInPaths.ACCOUNT + "?step=sessions"),
        curl.sameInSession("curl-sessions", "/console/api/me/sessions", cookies.sessionName()));
  }

  private static List<Cell> sessionRow(PageRequest request, JsonNode session) {
    return List.of(
        new Cell.Text(session.path("address").asText()),
        Cell.text(session.path("userAgent").asText()),
        Cell.time(session.path("createdAt").textValue(), request.zone()),
        Cell.time(session.path("lastUsedAt").textValue(), request.zone()),
        new Cell.Word(session.path("current").asBoolean() ? "yes" : "no"),
        end("session", session));
  }

  private static Cell end(String step, JsonNode row) {
    return new Cell.Actions(
        List.of(new Action("End", Map.of("step", step, "id", row.path("id").asText()))));
  }

  private List<Part> tokens(PageRequest request, JsonNode response, Submission submission) {
    List<JsonNode> rows = ListPages.rows(response, "tokens");
    List<Part> parts = new ArrayList<>();
    parts.add(
        rows.isEmpty()
            ? new Section(
                "no-tokens", "API tokens", List.of(new Text("Nothing here yet: create one below.")))
            : tokenTable(request, rows));
    if (!request.user().memberships().isEmpty()) {
      parts.add(AccountForms.newToken(request.user()).after(submission));
    }
    parts.add(curl.sameInSession("curl-tokens", "/console/api/me/tokens", cookies.sessionName()));
    return parts;
  }

  private static Table tokenTable(PageRequest request, List<JsonNode> tokens) {
    return new Table(
        "tokens",
        "API tokens",
        List.of(
            "Name", "Prefix", "Role", "Workspace", "Created", "Last used", "Expires", "Actions"),
        tokens.stream()
            .map(
                token ->
                    List.<Cell>of(
                        new Cell.Text(token.path("name").asText()),
                        new Cell.Code(token.path("prefix").asText()),
                        new Cell.Word(token.path("role").asText()),
                        new Cell.Text(token.at("/workspace/name").asText()),
                        Cell.time(token.path("createdAt").textValue(), request.zone()),
                        Cell.time(token.path("lastUsedAt").textValue(), request.zone()),
                        Cell.time(token.path("expiresAt").textValue(), request.zone()),
                        end("token-end", token)))
            .toList());
  }
}
