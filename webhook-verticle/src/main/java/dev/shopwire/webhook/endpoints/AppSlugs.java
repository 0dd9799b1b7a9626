package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Resolves the apps that a request names. Runs on the caller's event loop. */
final class AppSlugs {
  private AppSlugs() {}

  /** The app ids for {@code slugs}; fails with 422 if the workspace lacks any of these apps. */
  static Future<PatchValue<List<Long>>> ids(
      SqlClient client, long workspaceId, PatchValue<List<String>> slugs) {
    List<String> named = slugs.value();
    return named == null
        ? Future.succeededFuture(PatchValue.absent())
        : new Workspaces(client)
            .slugs(workspaceId)
            .map(
                apps -> {
                  rejectUnknown(named, apps.values());
                  return PatchValue.of(
                      apps.entrySet().stream()
                          .filter(app -> named.contains(app.getValue()))
                          .map(Map.Entry::getKey)
                          .sorted()
                          .toList());
                });
  }

  private static void rejectUnknown(List<String> slugs, Collection<String> known) {
    List<ValidationError> errors = new ArrayList<>();
    for (int i = 0; i < slugs.size(); i++) {
      if (!known.contains(slugs.get(i))) {
        errors.add(
            new ValidationError(
                "/apps/" + i, "unknown_app", "The workspace has no app with slug " + slugs.get(i)));
      }
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
  }
}
