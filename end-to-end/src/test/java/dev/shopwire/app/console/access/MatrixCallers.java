package dev.shopwire.app.console.access;

import dev.shopwire.app.console.access.MatrixCaller.Credentials;
import dev.shopwire.app.console.access.MatrixCaller.Flaw;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.access.AccessLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Callers whose credentials are valid, though not for everything. */
final class MatrixCallers {
  static final RunningService SERVICE = RunningService.shared();
  static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final String FOREIGN_PAGE = "https://evil.example";

  private final WorkspaceResources own;
  private final WorkspaceResources foreign;

  /**
   * @param foreign of a workspace whose members are strangers in that of {@code own}
   */
  MatrixCallers(WorkspaceResources own, WorkspaceResources foreign) {
    this.own = own;
    this.foreign = foreign;
  }

  static MatrixCaller nobody() {
    return new MatrixCaller("nobody", Credentials.NONE, Flaw.NONE, AccessLevel.USER, Map.of());
  }

  static MatrixCaller adminToken() {
    return new MatrixCaller(
        "the admin token",
        Credentials.ADMIN_TOKEN,
        Flaw.NONE,
        AccessLevel.OPERATOR,
        bearer(RunningService.ADMIN_TOKEN));
  }

  static Map<String, String> bearer(String token) {
    return Map.of("Authorization", "Bearer " + token);
  }

  static MatrixCaller apiToken(String name, String secret, AccessLevel level) {
    return new MatrixCaller(name, Credentials.API_TOKEN, Flaw.NONE, level, bearer(secret));
  }

  /** A user who is signed in with a browser of their own. */
  static MatrixCaller session(String name, User user, AccessLevel level) {
    return session(name, browser(user), level);
  }

  static ConsoleBrowser browser(User user) {
    return new ConsoleBrowser(SERVICE.consoleUrl()).signedIn(user);
  }

  static MatrixCaller session(String name, ConsoleBrowser browser, AccessLevel level) {
    return new MatrixCaller(name, Credentials.SESSION, Flaw.NONE, level, headers(browser));
  }

  /** What the browser sends with every request to pages of ours. */
  static Map<String, String> headers(ConsoleBrowser browser) {
    return Map.of(
        "Cookie", ConsoleBrowser.SESSION + "=" + browser.cookie(ConsoleBrowser.SESSION),
        "X-CSRF-Token", browser.csrfToken(),
        "Origin", SERVICE.consoleUrl());
  }

  User member(AccessLevel level) {
    return USERS.add(own.workspace, level.id());
  }

  /** Members of the workspace, and an operator. */
  List<MatrixCaller> members() {
    return List.of(
        session("an analyst", member(AccessLevel.ANALYST), AccessLevel.ANALYST),
        session("an admin", member(AccessLevel.ADMIN), AccessLevel.ADMIN),
        session("an owner", member(AccessLevel.OWNER), AccessLevel.OWNER),
        session("an operator", USERS.add(true), AccessLevel.OPERATOR));
  }

  /** Who may do nothing in the workspace, though they may in others. */
  List<MatrixCaller> strangers() {
    User removed = member(AccessLevel.OWNER);
    MatrixCaller formerOwner = session("an owner who was removed", removed, AccessLevel.USER);
    own.asOwner.delete("/workspaces/%s/users/%d".formatted(own.workspace, removed.id()));
    User ownerOfBoth = member(AccessLevel.OWNER);
    USERS.join(ownerOfBoth, foreign.workspace, "owner");
    return List.of(
        session(
            "an admin of another workspace",
            USERS.add(foreign.workspace, "admin"),
            AccessLevel.USER),
        session("an owner of another workspace", foreign.asOwner, AccessLevel.USER),
        session("a user without a workspace", USERS.add(false), AccessLevel.USER),
        apiToken(
            "an owner's token of another workspace",
            USERS.token(ownerOfBoth, foreign.workspace, "owner"),
            AccessLevel.USER),
        formerOwner);
  }

  /** Who may do everything in both workspaces. */
  MatrixCaller ownerOfBoth() {
    User user = member(AccessLevel.OWNER);
    USERS.join(user, foreign.workspace, "owner");
    return session("an owner of both workspaces", user, AccessLevel.OWNER);
  }

  /** Tokens whose role is lower than their user's, and the other way round. */
  List<MatrixCaller> tokens() {
    return List.of(
        apiToken(
            "an analyst's token of an admin",
            token(member(AccessLevel.ADMIN), AccessLevel.ANALYST),
            AccessLevel.ANALYST),
        apiToken(
            "an admin's token of an owner",
            token(member(AccessLevel.OWNER), AccessLevel.ADMIN),
            AccessLevel.ADMIN),
        apiToken(
            "an owner's token",
            token(member(AccessLevel.OWNER), AccessLevel.OWNER),
            AccessLevel.OWNER),
        apiToken("an owner's token of one who became an analyst", demoted(), AccessLevel.ANALYST),
        apiToken("an admin's token of an operator", operatorsToken(), AccessLevel.ADMIN));
  }

  private String token(User user, AccessLevel level) {
    return USERS.token(user, own.workspace, level.id());
  }

  private String demoted() {
    User user = member(AccessLevel.OWNER);
    String token = token(user, AccessLevel.OWNER);
    own.asOwner.patch(
        "/workspaces/%s/users/%d".formatted(own.workspace, user.id()), Map.of("role", "analyst"));
    return token;
  }

  private String operatorsToken() {
    User operator = USERS.add(true);
    USERS.join(operator, own.workspace, "admin");
    return token(operator, AccessLevel.ADMIN);
  }

  /** Those who may do everything, but whose browser was made to send the request. */
  List<MatrixCaller> forged() {
    User operator = USERS.add(true);
    MatrixCaller caller = session("an operator", operator, AccessLevel.OPERATOR);
    String otherSession = browser(operator).csrfToken();
    String otherUser = own.asOwner.csrfToken();
    List<MatrixCaller> forged = new ArrayList<>();
    forged.add(caller.with(Flaw.CSRF, "without CSRF token", Map.of("X-CSRF-Token", "")));
    forged.add(caller.with(Flaw.CSRF, "with another user's", Map.of("X-CSRF-Token", otherUser)));
    forged.add(
        caller.with(
            Flaw.CSRF, "with that of another session", Map.of("X-CSRF-Token", otherSession)));
    for (String origin : List.of(FOREIGN_PAGE, "null", SERVICE.consoleUrl() + "0")) {
      forged.add(caller.with(Flaw.FOREIGN_PAGE, "from " + origin, Map.of("Origin", origin)));
    }
    forged.add(
        caller.with(
            Flaw.FOREIGN_PAGE,
            "by a link of another site",
            Map.of("Origin", "", "Sec-Fetch-Site", "cross-site")));
    return forged;
  }

  /** Those who may do everything, but have no TOTP, which the workspace then requires. */
  List<MatrixCaller> withoutTotp() {
    User owner = member(AccessLevel.OWNER);
    return Stream.of(
            session("an owner", owner, AccessLevel.OWNER),
            session("an operator", USERS.add(true), AccessLevel.OPERATOR),
            apiToken("an owner's token", token(owner, AccessLevel.OWNER), AccessLevel.OWNER))
        .map(caller -> caller.with(Flaw.NO_TOTP, "without TOTP", Map.of()))
        .toList();
  }
}
