package dev.shopwire.benchmarks.population;

import java.util.Map;

/**
 * Generates rows of the audit log: changes by users, tokens and the admin token, a fifth of them of
 * contacts, some about the busiest shop.
 */
final class AuditRows {
  private static final long PART = 100_000;

  private static final String INSERT =
      """
      insert into audit_log (at, workspace_id, actor_type, actor_id, actor_name, action,
        object_type, object_id, object_name, before, after, address, request_id)
      select {from} + ({until} - {from}) * (n::float8 / {rows}),
        case when action like 'session%' then null else {workspace} end, actor,
        case when actor <> 'admin_token' then (1 + floor({users} * power({who}, 2))::int)::text end,
        case when actor <> 'admin_token' then 'user-' || n % {users} || '@example.com' end, action,
        split_part(action, '.', 1),
        case when action like 'contact%' then (1 + n % 1000)::text
          when action like 'customer%' then shop else (1 + n % 50)::text end,
        'object ' || n % 50, jsonb_build_object('name', 'before ' || n, 'customerId', shop),
        jsonb_build_object('name', 'after ' || n, 'customerId', shop), '192.0.2.' || n % 250,
        md5('request ' || n)
      from (
        select n, (array['contact.changed', 'contact.created', 'affiliate.changed', 'code.created',
            'webhook_endpoint.changed', 'custom_field.changed', 'session.opened', 'session.failed',
            'key.created', 'saved_view.created'])[1 + floor(10 * power({what}, 2))::int] as action,
          (array['user', 'user', 'user', 'token', 'admin_token'])[1 + n % 5] as actor,
          customer_ref({customer} + case when n % 40 = 0 then 0 else n % {customers} end) as shop
        from generate_series({first}::bigint, {last}) n offset 0
      ) change
      """;

  private final Scope scope;
  private final Steps steps;

  AuditRows(Scope scope, Steps steps) {
    this.scope = scope;
    this.steps = steps;
  }

  void generate() {
    steps.load(
        "audit log",
        "audit_log",
        scope.amounts().audited(),
        PART,
        (first, last) ->
            scope.fill(
                INSERT,
                Map.of(
                    "rows", scope.amounts().audited(),
                    "users", Math.max(1, scope.amounts().users()),
                    "who", EventShape.hash("n", 15),
                    "what", EventShape.hash("n", 16),
                    "first", first,
                    "last", last)));
  }
}
