package dev.shopwire.common.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of Redis, in the URI forms of Lettuce (and of Spring, which passes them on), extended
 * by one for clusters:
 *
 * <pre>
 * redis://[[user:]password@]host[:port][/n]                       one server
 * redis://…host1[:port],host2[:port][/n]                          a master and its replicas
 * redis-sentinel://…host1[:port],host2[:port][/n]#master-name     sentinels
 * redis-cluster://…host1[:port],host2[:port]                      a cluster, given by some nodes
 * </pre>
 *
 * <p>{@code rediss…} means TLS. User and password are percent-encoded.
 *
 * @param hosts the servers, sentinels or some cluster nodes; at least one
 * @param user empty: the user "default"
 * @param masterName the name that the sentinels use; only set with sentinels
 */
public record RedisUri(
    Kind kind,
    boolean tls,
    List<HostPort> hosts,
    Optional<String> user,
    Optional<String> password,
    int database,
    Optional<String> masterName) {
  /** The kind of the hosts. */
  public enum Kind {
    SERVER,
    /** A master and its replicas, in no known order. */
    REPLICATION,
    SENTINEL,
    CLUSTER
  }

  private static final int PORT = 6_379;
  private static final int SENTINEL_PORT = 26_379;
  private static final Pattern FORM =
      Pattern.compile(
          "redis(?<tls>s?)(?<kind>|-sentinel|-cluster)://(?:(?<user>[^@/?#\\s]*)@)?"
              + "(?<hosts>[^@/?#\\s]+)(?:/(?<database>\\d{0,3}))?"
              + "(?:(?:\\?sentinelMasterId=|#)(?<master>[\\w.-]+))?");
  private static final Pattern HOST =
      Pattern.compile("(?<host>\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+)(?::(?<port>\\d{1,5}))?");

  /**
   * @throws IllegalArgumentException whose message names what was expected and does not contain
   *     {@code text}
   */
  public static RedisUri of(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "redis://[[user:]password@]host:port[,host:port…][/n], redis-cluster://…host:port,… or"
              + " redis-sentinel://…host:port,…[/n]#master-name; rediss… for TLS");
    }
    String named = matcher.group("kind");
    List<HostPort> hosts =
        hosts(matcher.group("hosts"), named.equals("-sentinel") ? SENTINEL_PORT : PORT);
    Kind kind =
        switch (named) {
          case "-sentinel" -> Kind.SENTINEL;
          case "-cluster" -> Kind.CLUSTER;
          default -> hosts.size() == 1 ? Kind.SERVER : Kind.REPLICATION;
        };
    Optional<String> master = Optional.ofNullable(matcher.group("master"));
    if (master.isPresent() != (kind == Kind.SENTINEL)) {
      throw new IllegalArgumentException(
          "a master name after # with redis-sentinel:// and only there");
    }
    String database = matcher.group("database");
    int number = database == null || database.isEmpty() ? 0 : Integer.parseInt(database);
    if (kind == Kind.CLUSTER && number != 0) {
      throw new IllegalArgumentException("database 0, the only one of a cluster");
    }
    String userInfo = matcher.group("user");
    return new RedisUri(
        kind,
        !matcher.group("tls").isEmpty(),
        hosts,
        user(userInfo),
        password(userInfo),
        number,
        master);
  }

  private static List<HostPort> hosts(String text, int port) {
    List<HostPort> hosts = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      Matcher matcher = HOST.matcher(one);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("hosts as name, name:port or [address]:port");
      }
      String given = matcher.group("port");
      int number = given == null ? port : Integer.parseInt(given);
      if (number < 1 || number > 65_535) {
        throw new IllegalArgumentException("ports from 1 to 65535");
      }
      hosts.add(new HostPort(matcher.group("host").replaceAll("[\\[\\]]", ""), number));
    }
    return List.copyOf(hosts);
  }

  private static Optional<String> user(@org.jspecify.annotations.Nullable String userInfo) {
    int colon = userInfo == null ? -1 : userInfo.indexOf(':');
    return userInfo == null || colon < 1
        ? Optional.empty()
        : Optional.of(decoded(userInfo.substring(0, colon)));
  }

  private static Optional<String> password(@org.jspecify.annotations.Nullable String userInfo) {
    return userInfo == null || userInfo.isEmpty() || userInfo.endsWith(":")
        ? Optional.empty()
        : Optional.of(decoded(userInfo.substring(userInfo.indexOf(':') + 1)));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a percent-encoded user and password");
    }
  }

  /** Without the user and the password. */
  @Override
  public String toString() {
    return kind + " " + hosts;
  }
}
