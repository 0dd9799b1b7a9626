package dev.shopwire.console.pages.account;

import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.account.OwnSessions;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SignInPaths;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.tokens.TokenRequests;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Shows users their own account: profile, password, second factor, sessions, API tokens. */
final class AccountPage {
  static final String HEADING = "Account";

  private static final Map<String, String> DONE =
      Map.of(
          "profile", "Your settings were changed.",
          "password", "Your password was changed, and all your other sessions have ended.",
          "totp-removed", "TOTP was removed.",
          "session", "The session has ended.",
          "sessions", "All other sessions have ended.",
          "token", "The API token has ended.");

  private final OwnSessions sessions;
  private final TokenRequests tokens;
  private final Lists lists;
  private final Curl curl;

  AccountPage(OwnSessions sessions, TokenRequests tokens, PageKit kit) {
    this.sessions = sessions;
    this.tokens = tokens;
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, List.of(), Submission.NONE);
  }

  /**
   * @param first what was just created
   */
  Future<PageResponse> show(PageRequest request, List<Part> first, Submission submission) {
    Future<List<Part>> own = lists.parts(request, sessions(request));
    Future<List<Part>> created = lists.parts(request, tokens(request));
    return Future.all(own, created)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(first);
              parts.addAll(Outcomes.notice(request, DONE));
              forms(request).forEach(form -> parts.addAll(Outcomes.alert(form, submission)));
              parts.add(new Text("You are signed in as " + request.user().email() + "."));
              parts.add(AccountForms.profile(request.user()).after(submission));
              parts.add(curl.same("session-curl", "/console/api/session", Map.of()));
              parts.add(AccountForms.PASSWORD.after(submission));
              parts.add(totp(request, submission));
              parts.addAll(own.result());
              parts.add(new Link("End all other sessions", SignInPaths.ACCOUNT + "?step=sessions"));
              parts.addAll(created.result());
              if (!request.user().memberships().isEmpty()) {
                parts.add(AccountForms.newToken(request.user()).after(submission));
              }
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

  private ListView sessions(PageRequest request) {
    return ListView.of(
            "sessions",
            "Sessions",
            new ApiList(
                Role.CONSOLE,
                "listOwnSessions",
                "/console/api/me/sessions",
                Long.toString(request.session().id()),
                "sessions"),
            parameters -> sessions.list(request.session(), PageParameters.of(parameters)))
        .columns(
            List.of(
                Column.text("Address", "/address"),
                Column.text("Browser", "/userAgent"),
                Column.time("Signed in", "/createdAt"),
                Column.time("Last used", "/lastUsedAt"),
                Column.yesOrNo("Current", "/current"),
                end("session")));
  }

  private static Column end(String step) {
    return Column.actions(row -> List.of(Action.of("End", step, row)));
  }

  private ListView tokens(PageRequest request) {
    return ListView.of(
            "tokens",
            "API tokens",
            new ApiList(Role.CONSOLE, "listTokens", "/console/api/me/tokens", "", "tokens"),
            parameters -> tokens.ofUser(request.caller(), PageParameters.of(parameters)))
        .columns(
            List.of(
                Column.text("Name", "/name"),
                Column.code("Prefix", "/prefix"),
                Column.word("Role", "/role"),
                Column.text("Workspace", "/workspace/name"),
                Column.time("Created", "/createdAt"),
                Column.time("Last used", "/lastUsedAt"),
                Column.time("Expires", "/expiresAt"),
                end("token-end")))
        .whenEmpty(
            "With an API token a script does what you may do. Create one below.",
            curl.tryInSession(
                "tokens-try",
                "/console/api/me/tokens",
                firstToken(request),
                request.user().csrfToken()))
        .asFurther();
  }

  private static String firstToken(PageRequest request) {
    return request.user().memberships().stream()
        .findFirst()
        .map(
            first ->
                "{\"name\":\"A script\",\"role\":\"analyst\",\"workspaceId\":\"%s\"}"
                    .formatted(first.workspaceId()))
        .orElse("{}");
  }
}
