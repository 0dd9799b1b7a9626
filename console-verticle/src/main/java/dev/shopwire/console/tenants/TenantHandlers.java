package dev.shopwire.console.tenants;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.console.PageParameters;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.Optional;

/**
 * Handles the console's requests for workspaces, apps and API keys. Not thread-safe; use from one
 * event loop.
 */
public final class TenantHandlers {
  private static final int NAME_LENGTH = 100;
  private static final int SLUG_LENGTH = 63;
  private static final int MAX_RATE = 1_000_000_000;

  private final Workspaces workspaces;
  private final ApiKeys keys;

  public TenantHandlers(Workspaces workspaces, ApiKeys keys) {
    this.workspaces = workspaces;
    this.keys = keys;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Key(String id, String name, String prefix, boolean revoked, Map<String, Integer> limits) {}

  public Future<?> createWorkspace(RoutingContext context, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("name", NAME_LENGTH);
    input.throwIfInvalid();
    return workspaces.create(name).map(workspace -> Map.of("workspace", workspace));
  }

  public Future<?> listWorkspaces(RoutingContext context) {
    PageParameters page = PageParameters.of(context.request());
    return workspaces
        .list(page.afterId(), page.queryLimit())
        .map(rows -> page.toResponse("workspaces", rows, Workspaces.Workspace::id));
  }

  public Future<?> createApp(RoutingContext context, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String slug =
        input.requiredString(
            "slug",
            SLUG_LENGTH,
            "[a-z0-9]([a-z0-9-]*[a-z0-9])?",
            "lower-case letters, digits and inner hyphens");
    String name = input.requiredString("name", NAME_LENGTH);
    input.throwIfInvalid();
    return workspace(context)
        .compose(id -> workspaces.createApp(id, slug, name))
        .map(
            app ->
                Map.of(
                    "app",
                    app.orElseThrow(
                        () ->
                            Failure.invalid(
                                "/slug",
                                "slug_taken",
                                "The workspace already has an app with this slug"))));
  }

  public Future<?> listApps(RoutingContext context) {
    PageParameters page = PageParameters.of(context.request());
    return workspace(context)
        .compose(id -> workspaces.apps(id, page.afterId(), page.queryLimit()))
        .map(rows -> page.toResponse("apps", rows, Workspaces.App::id));
  }

  public Future<?> createKey(RoutingContext context, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("name", NAME_LENGTH);
    JsonInput limits = input.optionalObject("limits");
    Optional<Integer> requests = limits.optionalPositiveInt("requestsPerSecond", MAX_RATE);
    Optional<Integer> events = limits.optionalPositiveInt("eventsPerSecond", MAX_RATE);
    input.throwIfInvalid();
    ApiKey key = ApiKey.generate();
    return app(context)
        .compose(id -> keys.create(id, name, key, requests, events))
        .map(
            id ->
                Map.of(
                    "key",
                    new Key(id, name, key.prefix(), false, limits(requests, events)),
                    "secret",
                    key.reveal()));
  }

  public Future<?> listKeys(RoutingContext context) {
    PageParameters page = PageParameters.of(context.request());
    return app(context)
        .compose(id -> keys.list(id, page.after(ApiKey.ID_FORM), page.queryLimit()))
        .map(
            rows ->
                page.toResponse("keys", rows.stream().map(TenantHandlers::key).toList(), Key::id));
  }

  /** Revokes a key permanently, effective everywhere within a second (docs/api/README.md). */
  public Future<?> revokeKey(RoutingContext context) {
    return app(context)
        .compose(id -> keys.revoke(id, context.pathParam("key")))
        .map(
            revoked -> {
              if (!revoked) {
                throw Failure.notFound("key");
              }
              return JsonResponse.success();
            });
  }

  private static Key key(ApiKeys.Listed listed) {
    return new Key(
        listed.id(),
        listed.name(),
        listed.prefix(),
        listed.revoked(),
        limits(listed.requestsPerSecond(), listed.eventsPerSecond()));
  }

  /** The key's own limits only; for the others the configured defaults apply. */
  private static Map<String, Integer> limits(Optional<Integer> requests, Optional<Integer> events) {
    Map<String, Integer> limits = new java.util.LinkedHashMap<>();
    requests.ifPresent(rate -> limits.put("requestsPerSecond", rate));
    events.ifPresent(rate -> limits.put("eventsPerSecond", rate));
    return limits;
  }

  private Future<Long> workspace(RoutingContext context) {
    long id = id(context, "workspace");
    return workspaces.exists(id).map(exists -> requireExisting(exists, id, "workspace"));
  }

  private Future<Long> app(RoutingContext context) {
    long id = id(context, "app");
    return workspaces.appExists(id).map(exists -> requireExisting(exists, id, "app"));
  }

  private static long requireExisting(boolean exists, long id, String what) {
    if (!exists) {
      throw Failure.notFound(what);
    }
    return id;
  }

  private static long id(RoutingContext context, String what) {
    return NumericId.parse(String.valueOf(context.pathParam("id")))
        .orElseThrow(() -> Failure.notFound(what));
  }
}
