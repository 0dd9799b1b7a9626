package dev.shopwire.app.cluster;

import dev.shopwire.app.cluster.tls.ClusterTls;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How this process joins others. One of {@code members}, {@code dns} and {@code kubernetes} says
 * where they are.
 *
 * @param name processes of another name are strangers
 * @param host this node's address, which the others reach and the only one that it listens on
 * @param port this node's
 * @param members {@code host:port} of those to look for; this node may be among them
 * @param dns a name whose address records are the members
 * @param awaySeconds after how many seconds of silence a member is put out
 * @param tls empty: members prove nothing to each other, so they listen on loopback alone
 */
public record ClusterConfig(
    String name,
    String host,
    int port,
    List<String> members,
    Optional<String> dns,
    Optional<Kubernetes> kubernetes,
    int awaySeconds,
    Optional<ClusterTls> tls,
    BusConfig bus) {
  private static final String MEMBERS = "cluster.members";
  private static final String DNS = "cluster.dns";
  private static final String SERVICE = "cluster.kubernetes.service";
  private static final String NAMESPACE = "cluster.kubernetes.namespace";
  private static final int DEFAULT_PORT = 5701;
  private static final int DEFAULT_AWAY_SECONDS = 5;

  /** Members are the endpoints of a service, as the API server tells them. */
  record Kubernetes(String service, Optional<String> namespace) {}

  /**
   * Empty unless {@code cluster=true}.
   *
   * @throws SettingException naming what is wrong or doesn't go together
   */
  public static Optional<ClusterConfig> of(Settings settings) {
    boolean clustered = settings.bool("cluster", false);
    List<String> members = members(settings);
    Optional<String> dns = settings.text(DNS);
    Optional<String> service = settings.text(SERVICE);
    Optional<String> namespace = settings.text(NAMESPACE);
    refuseWrongWays(settings, clustered, members, dns, service, namespace);
    String name = settings.text("cluster.name", "shopwire");
    int port = settings.integer("cluster.port", DEFAULT_PORT, 1, 65_535);
    int away = settings.integer("cluster.away.seconds", DEFAULT_AWAY_SECONDS, 2, 60);
    String host =
        settings
            .text("cluster.host")
            .or(() -> clustered ? LocalAddress.towards(members) : Optional.of(""))
            .orElseThrow(
                () ->
                    new SettingException(
                        settings.nameOf("cluster.host")
                            + ": expected this node's address, none was found by itself"));
    Optional<ClusterTls> tls = ClusterTls.of(settings);
    BusConfig bus = BusConfig.of(settings, host, tls);
    if (!clustered) {
      return Optional.empty();
    }
    if (tls.isEmpty()) {
      refuseStrangers(settings, "cluster.host", host);
      refuseStrangers(settings, "cluster.bus.host", bus.host());
    }
    return Optional.of(
        new ClusterConfig(
            name,
            LocalAddress.checked(settings, host),
            port,
            members,
            dns,
            service.map(found -> new Kubernetes(found, namespace)),
            away,
            tls,
            bus));
  }

  /** Whoever reaches these ports unasked could join, and make every role do what it can do. */
  private static void refuseStrangers(Settings settings, String setting, String host) {
    if (!LocalAddress.isLoopback(host)) {
      throw new SettingException(
          settings.nameOf(setting)
              + ": other machines can reach "
              + host
              + ", and could command this cluster. Set "
              + settings.nameOf("cluster.secret")
              + " (openssl rand -base64 32; the same for all members), or "
              + settings.nameOf("cluster.tls.certificate")
              + " with its neighbours. Without them a member listens on loopback addresses alone");
    }
  }

  private static List<String> members(Settings settings) {
    String text = settings.text(MEMBERS).orElse("");
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> members = Arrays.stream(text.split(",", -1)).map(String::trim).toList();
    for (String member : members) {
      if (!member.matches("(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9_.-]+):[1-9]\\d{0,4}")) {
        throw settings.wrong(MEMBERS, "host:port,host:port", text);
      }
    }
    return members;
  }

  private static void refuseWrongWays(
      Settings settings,
      boolean clustered,
      List<String> members,
      Optional<String> dns,
      Optional<String> service,
      Optional<String> namespace) {
    List<String> ways =
        Stream.of(
                members.isEmpty() ? "" : MEMBERS,
                dns.isEmpty() ? "" : DNS,
                service.isEmpty() ? "" : SERVICE)
            .filter(way -> !way.isEmpty())
            .map(settings::nameOf)
            .toList();
    if (!clustered && !ways.isEmpty()) {
      throw new SettingException(
          ways.get(0) + ": only with " + settings.nameOf("cluster") + "=true");
    }
    if (clustered && ways.isEmpty()) {
      throw new SettingException(
          settings.nameOf("cluster")
              + ": expected one of cluster.members, cluster.dns and cluster.kubernetes.service to"
              + " say where the others are");
    }
    if (ways.size() > 1) {
      throw new SettingException(String.join(" and ", ways) + ": expected one of them");
    }
    if (namespace.isPresent() && service.isEmpty()) {
      throw new SettingException(
          settings.nameOf(NAMESPACE) + ": only with " + settings.nameOf(SERVICE));
    }
  }
}
