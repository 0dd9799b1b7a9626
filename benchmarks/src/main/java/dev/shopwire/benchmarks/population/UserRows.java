package dev.shopwire.benchmarks.population;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Map;

/**
 * Generates users of the console, who all have the password of the first one, with what belongs to
 * them: memberships, API tokens, saved views, invitations.
 */
public final class UserRows {
  public static final String OWNER = "owner@example.com";
  public static final String PASSWORD = "seven engines of brass";

  private static final String SET_UP =
      """
      {"token":"%s","email":"%s","name":"The Owner","password":"%s"}
      """;
  private static final String MEMBERS =
      """
      with member as (
        insert into console_users (email, name, password_hash)
        select 'user-' || n || '@example.com', 'User ' || n,
          (select password_hash from console_users where email = '{owner}')
        from generate_series(1, {count}) n
        returning id
      )
      insert into console_memberships (workspace_id, user_id, role)
      select {workspace}, id, case when id % 4 = 0 then 'admin' else 'analyst' end from member
      """;
  private static final String TOKENS =
      """
      insert into console_api_tokens (token_hash, prefix, user_id, workspace_id, name, role)
      select sha256(convert_to('token ' || user_id || n, 'UTF8')), 'sw_user_none', user_id,
        workspace_id, 'Token ' || n, 'analyst'
      from console_memberships, generate_series(1, 2) n where workspace_id = {workspace}
      """;
  private static final String VIEWS =
      """
      insert into console_saved_views (workspace_id, user_id, name, page, query, shared)
      select {workspace}, id, 'View ' || id, '/customers', 'sort=-lastSeenAt', id % 2 = 0
      from console_users
      """;
  private static final String INVITATIONS =
      """
      insert into console_invitations (workspace_id, email, role, token_hash, expires_at)
      select {workspace}, 'invited-' || n || '@example.com', 'analyst',
        sha256(convert_to('invitation ' || n, 'UTF8')), now() + interval '7 days'
      from generate_series(1, 20) n
      """;

  private final Installation installation;
  private final Scope scope;
  private final Steps steps;

  UserRows(Installation installation, Scope scope, Steps steps) {
    this.installation = installation;
    this.scope = scope;
    this.steps = steps;
  }

  /** The e-mail address of a member, from 1 to one less than the users. */
  public static String member(int number) {
    return "user-" + number + "@example.com";
  }

  void generate() {
    steps.run("users", scope.amounts().users(), this::store);
  }

  private void store() {
    Response owner =
        installation
            .tenants()
            .console()
            .post(
                "/console/api/setup",
                SET_UP.formatted(installation.setupToken(), OWNER, PASSWORD).strip());
    if (owner.status() != 200) {
      throw new IllegalStateException(owner.toString());
    }
    Database database = installation.database();
    Map<String, ?> more = Map.of("owner", OWNER, "count", scope.amounts().users() - 1);
    List.of(MEMBERS, TOKENS, VIEWS, INVITATIONS)
        .forEach(sql -> database.run("public", List.of(scope.fill(sql, more))));
  }
}
