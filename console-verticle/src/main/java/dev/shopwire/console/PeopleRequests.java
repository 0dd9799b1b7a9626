package dev.shopwire.console;

import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.console.account.PasswordProof;
import dev.shopwire.console.audit.AuditRequests;
import dev.shopwire.console.members.InvitationAcceptance;
import dev.shopwire.console.members.InvitationRequests;
import dev.shopwire.console.members.Links;
import dev.shopwire.console.members.MemberRequests;
import dev.shopwire.console.members.PasswordResetAcceptance;
import dev.shopwire.console.members.PasswordResetRequests;
import dev.shopwire.console.members.UserRequests;
import dev.shopwire.console.sessions.SessionOpening;
import dev.shopwire.console.sessions.SessionTimes;
import dev.shopwire.console.signin.Passwords;
import dev.shopwire.console.signin.SignInLimits;
import dev.shopwire.console.tokens.TokenRequests;
import dev.shopwire.console.views.ViewRequests;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;

/**
 * What API and pages call about users, invitations, API tokens, the audit log and saved views. Not
 * thread-safe; use from one event loop.
 */
public record PeopleRequests(
    UserRequests users,
    MemberRequests members,
    InvitationRequests invitations,
    InvitationAcceptance acceptance,
    PasswordResetRequests resets,
    PasswordResetAcceptance resetAcceptance,
    TokenRequests tokens,
    AuditRequests audit,
    ViewRequests views) {

  static PeopleRequests of(
      Pool pool, Passwords passwords, SessionTimes times, Links links, CursorSigner signer) {
    PasswordProof proof = new PasswordProof(pool, new SignInLimits(pool), passwords);
    return new PeopleRequests(
        new UserRequests(pool),
        new MemberRequests(pool),
        new InvitationRequests(pool, links),
        new InvitationAcceptance(pool, passwords, proof, new SessionOpening(times)),
        new PasswordResetRequests(pool, links),
        new PasswordResetAcceptance(pool, passwords),
        new TokenRequests(pool, InstantSource.system()),
        new AuditRequests(pool, signer),
        new ViewRequests(pool));
  }
}
