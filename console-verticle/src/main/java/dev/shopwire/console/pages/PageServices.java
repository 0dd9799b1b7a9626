package dev.shopwire.console.pages;

import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.console.MergedReads;
import dev.shopwire.console.PeopleRequests;
import dev.shopwire.console.PublicAddresses;
import dev.shopwire.console.account.Accounts;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.tenants.AppRequests;
import dev.shopwire.console.tenants.KeyRequests;
import dev.shopwire.console.tenants.WorkspaceRequests;
import io.vertx.sqlclient.Pool;
import java.util.Optional;

/**
 * What pages call, as the API's operations do.
 *
 * @param pool for what a session's user is
 * @param vault encrypts what the form of a sign-in's second step carries; empty if there are no
 *     keys
 * @param provider the label of the identity provider's link; empty if there is none
 */
public record PageServices(
    Pool pool,
    Accounts accounts,
    PeopleRequests people,
    WorkspaceRequests workspaces,
    AppRequests apps,
    KeyRequests keys,
    MergedReads merged,
    SessionCookies cookies,
    SecretVault vault,
    PublicAddresses addresses,
    Optional<String> provider) {}
