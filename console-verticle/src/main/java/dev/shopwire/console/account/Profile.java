package dev.shopwire.console.account;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.SignedInUser;
import dev.shopwire.console.sessions.UserSession;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes how users are named and how pages look for them. Thread-safe. */
public final class Profile {
  private static final int MAX_NAME = 100;
  private static final int MAX_TEXT = 100;
  private static final Set<String> THEMES = Set.of("system", "light", "dark");

  private final Pool pool;

  Profile(Pool pool) {
    this.pool = pool;
  }

  private record Change(
      Optional<String> name,
      PatchValue<String> timezone,
      Optional<String> theme,
      Optional<Boolean> shortcuts) {}

  /**
   * @param body {@code {name?, timezone?, theme?, shortcuts?}}
   */
  public Future<SignedInUser> change(Caller caller, UserSession session, byte[] body) {
    Change change = read(JsonInput.strict(body));
    return Transactions.run(
        pool,
        connection ->
            Users.lock(connection, session.userId())
                .map(Optional::orElseThrow)
                .compose(user -> apply(connection, caller, user, change))
                .compose(changed -> SignedInUser.find(connection, session.userId()))
                .map(Optional::orElseThrow));
  }

  private static Change read(JsonInput input) {
    Optional<String> name =
        input.value("name").isMissingNode()
            ? Optional.empty()
            : Optional.of(input.requiredString("name", MAX_NAME));
    PatchValue<String> timezone = input.optionalString("timezone", MAX_TEXT);
    String zone = timezone.value();
    if (zone != null && !ZoneId.getAvailableZoneIds().contains(zone)) {
      input.addError(
          "timezone",
          "invalid_timezone",
          "must be an IANA time zone such as Europe/Zurich, or null");
    }
    Optional<String> theme = Optional.ofNullable(input.optionalString("theme", MAX_TEXT).value());
    if (theme.isPresent() && !THEMES.contains(theme.get())) {
      input.addError("theme", "invalid_theme", "must be system, light or dark");
    }
    Optional<Boolean> shortcuts = Optional.ofNullable(input.optionalBoolean("shortcuts").value());
    input.throwIfInvalid();
    return new Change(name, timezone, theme, shortcuts);
  }

  private static Future<Void> apply(
      SqlConnection connection, Caller caller, User user, Change change) {
    String name = change.name().orElse(user.name());
    @Nullable String timezone = change.timezone().applyTo(user.timezone());
    String theme = change.theme().orElse(user.theme());
    boolean shortcuts = change.shortcuts().orElse(user.shortcuts());
    return Users.setProfile(connection, user.id(), name, timezone, theme, shortcuts)
        .compose(
            set ->
                AuditLog.write(
                    connection,
                    caller,
                    AuditEntry.changed(
                        "user.changed",
                        new AuditObject("user", Long.toString(user.id()), name),
                        fields(user.name(), user.timezone(), user.theme(), user.shortcuts()),
                        fields(name, timezone, theme, shortcuts))));
  }

  private static Map<String, @Nullable Object> fields(
      String name, @Nullable String timezone, String theme, boolean shortcuts) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("timezone", timezone);
    fields.put("theme", theme);
    fields.put("shortcuts", shortcuts);
    return fields;
  }
}
