package dev.shopwire.sources.proof;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.fence.FencedConnection;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rights of a MySQL or MariaDB account, and of all roles granted to it, which go beyond
 * USAGE, SELECT and SHOW VIEW.
 */
final class MysqlRights {
  private static final String OWN = "show grants";
  private static final String ACTIVE_ROLE = "select current_role() as role";
  private static final String ROLES_MARIADB =
      "select distinct role_name as name, null as host from information_schema.applicable_roles";
  private static final String ROLES_MYSQL =
      "select distinct role_name as name, role_host as host from information_schema.applicable_roles";
  private static final Set<String> READING = Set.of("USAGE", "SELECT", "SHOW VIEW");

  private MysqlRights() {}

  static Future<List<Right>> read(FencedConnection connection) {
    return connection
        .run(OWN, Tuple.tuple())
        .compose(
            own ->
                roles(connection)
                    .compose(roles -> ofRoles(connection, roles))
                    .map(
                        more -> {
                          List<Right> rights = new ArrayList<>();
                          Rows.list(own, row -> row.getString(0))
                              .forEach(line -> rights.addAll(of(line)));
                          rights.addAll(more);
                          return rights.stream().distinct().toList();
                        }));
  }

  /** Quoted names; none where the server has no roles. */
  private static Future<List<String>> roles(FencedConnection connection) {
    boolean isMariaDb = connection.isMariaDb();
    return connection
        .run(isMariaDb ? ROLES_MARIADB : ROLES_MYSQL, Tuple.tuple())
        .map(
            rows ->
                Rows.list(
                    rows,
                    row -> {
                      String name = quoted(row.getString("name"));
                      return isMariaDb ? name : name + "@" + quoted(row.getString("host"));
                    }));
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private static Future<List<Right>> ofRoles(FencedConnection connection, List<String> roles) {
    if (roles.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    if (!connection.isMariaDb()) {
      return lines(connection, "show grants for current_user() using " + String.join(", ", roles));
    }
    // Only the grants of a role that is active can be read without rights on the server's tables.
    return connection
        .run(ACTIVE_ROLE, Tuple.tuple())
        .compose(
            before -> {
              @Nullable String active = before.iterator().next().getString("role");
              Future<List<Right>> all = Future.succeededFuture(List.of());
              for (String role : roles) {
                all = all.compose(found -> ofActive(connection, role, found));
              }
              return all.compose(
                  found ->
                      connection
                          .run(
                              "set role " + (active == null ? "none" : quoted(active)),
                              Tuple.tuple())
                          .map(found));
            });
  }

  private static Future<List<Right>> ofActive(
      FencedConnection connection, String role, List<Right> before) {
    return connection
        .run("set role " + role, Tuple.tuple())
        .compose(set -> lines(connection, OWN))
        .map(
            found -> {
              List<Right> rights = new ArrayList<>(before);
              rights.addAll(found);
              return rights;
            });
  }

  private static Future<List<Right>> lines(FencedConnection connection, String sql) {
    return connection
        .run(sql, Tuple.tuple())
        .map(
            rows ->
                Rows.list(rows, row -> row.getString(0)).stream()
                    .flatMap(line -> of(line).stream())
                    .toList());
  }

  /**
   * The rights in one line of {@code show grants} that are not of reading. The line itself may have
   * a hash of the password.
   */
  static List<Right> of(String line) {
    if (!line.startsWith("GRANT ")) {
      return List.of();
    }
    int on = line.indexOf(" ON ");
    int to = line.lastIndexOf(" TO ");
    if (on < 0 || to < on) {
      // A role; its rights are read by themselves.
      return List.of();
    }
    String object = line.substring(on + 4, line.indexOf(" TO ", on));
    List<Right> rights = new ArrayList<>();
    for (String privilege : privileges(line.substring("GRANT ".length(), on))) {
      String name = privilege.replaceAll("\\s*\\(.*", "");
      if (!READING.contains(name)) {
        rights.add(new Right(ability(name, object), privilege + " on " + object));
      }
    }
    if (line.substring(to).contains("WITH GRANT OPTION")) {
      rights.add(new Right(Ability.ROLE_CREATION, "GRANT OPTION on " + object));
    }
    return rights;
  }

  /** Splits at commas outside of the brackets of columns. */
  private static List<String> privileges(String text) {
    List<String> privileges = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        privileges.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    privileges.add(text.substring(start).strip());
    return privileges;
  }

  private static Ability ability(String name, String object) {
    if (name.equals("FILE")) {
      return Ability.SERVER_FILES;
    }
    if (name.startsWith("REPLICATION")
        || name.startsWith("BINLOG")
        || name.equals("SLAVE MONITOR")) {
      return Ability.REPLICATION;
    }
    if (name.equals("CREATE USER") || name.endsWith("ROLE") || name.startsWith("ROLE_ADMIN")) {
      return Ability.ROLE_CREATION;
    }
    boolean isOfServer = object.equals("*.*") || object.contains("@");
    if (isOfServer && !ofData(name)) {
      return Ability.SUPERUSER;
    }
    return name.startsWith("CREATE") || name.equals("ALTER") || name.equals("INDEX")
        ? Ability.CREATE
        : Ability.WRITE;
  }

  /** Whether a right on all databases concerns their data, and not the server. */
  private static boolean ofData(String name) {
    return Set.of(
            "INSERT",
            "UPDATE",
            "DELETE",
            "DELETE HISTORY",
            "CREATE",
            "CREATE VIEW",
            "CREATE ROUTINE",
            "CREATE TEMPORARY TABLES",
            "ALTER",
            "ALTER ROUTINE",
            "DROP",
            "INDEX",
            "EVENT",
            "TRIGGER",
            "EXECUTE",
            "REFERENCES",
            "LOCK TABLES",
            "SHOW DATABASES",
            "SHOW CREATE ROUTINE")
        .contains(name);
  }

  /**
   * Statements that make a fit account.
   *
   * @param database its name
   */
  static List<String> fitRole(String database) {
    return List.of(
        "CREATE USER 'shopwire_reader'@'%' IDENTIFIED BY '<a long random password>';",
        "GRANT SELECT, SHOW VIEW ON " + quoted(database) + ".* TO 'shopwire_reader'@'%';");
  }
}
