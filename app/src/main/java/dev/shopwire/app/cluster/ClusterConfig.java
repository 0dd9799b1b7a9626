package dev.shopwire.app.cluster;

import dev.shopwire.app.cluster.tls.ClusterTls;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How this process joins others, which it finds by one of {@code members}, {@code dns} and {@code
 * kubernetes}.
 *
 * @param name processes with another name don't belong to the cluster
 * @param host this node's address, by which others reach it and the only one that it listens on
 * @param port this node's port
 * @param members {@code host:port} of the members to look for; may include this node
 * @param dns a name whose address records are the members
 * @param silenceSeconds the seconds of silence after which a member is removed
 * @param tls empty if members don't authenticate each other, so they listen only on loopback
 */
public record ClusterConfig(
    String name,
    String host,
    int port,
    List<String> members,
    Optional<String> dns,
    Optional<Kubernetes> kubernetes,
    int silenceSeconds,
    Optional<ClusterTls> tls,
    BusConfig bus) {
  private static final String MEMBERS = "cluster.members";
  private static final String DNS = "cluster.dns";
  private static final String SERVICE = "cluster.kubernetes.service";
  private static final String NAMESPACE = "cluster.kubernetes.namespace";
  private static final int DEFAULT_PORT = 5701;
  private static final int DEFAULT_SILENCE_SECONDS = 5;

  /** The address on which this node accepts bus messages. */
  public String busHost() {
    return bus.host();
  }

  /** The port on which it does; 0 for a free one. */
  public int busPort() {
    return bus.port();
  }

  /** Members are the endpoints of a service, according to the API server. */
  record Kubernetes(String service, Optional<String> namespace) {}

  /**
   * Empty unless {@code cluster=true}.
   *
   * @throws SettingException naming settings that are invalid or can't be combined
   */
  public static Optional<ClusterConfig> of(Settings settings) {
    boolean clustered = settings.bool("cluster", false);
    List<String> members = members(settings);
    Optional<String> dns = settings.text(DNS);
    Optional<String> service = settings.text(SERVICE);
    Optional<String> namespace = settings.text(NAMESPACE);
    checkDiscovery(settings, clustered, members, dns, service, namespace);
    String name = settings.text("cluster.name", "shopwire");
    int port = settings.integer("cluster.port", DEFAULT_PORT, 1, 65_535);
    int silence = settings.integer("cluster.unresponsive.seconds", DEFAULT_SILENCE_SECONDS, 2, 60);
    String host =
        settings
            .text("cluster.host")
            .or(() -> clustered ? LocalAddress.towards(members) : Optional.of(""))
            .orElseThrow(
                () ->
                    new SettingException(
                        settings.nameOf("cluster.host")
                            + ": expected this node's address, as none could be detected"));
    Optional<ClusterTls> tls = ClusterTls.of(settings);
    BusConfig bus = BusConfig.of(settings, host, tls);
    if (!clustered) {
      return Optional.empty();
    }
    if (tls.isEmpty()) {
      requireLoopback(settings, "cluster.host", host);
      requireLoopback(settings, "cluster.bus.host", bus.host());
    }
    return Optional.of(
        new ClusterConfig(
            name,
            LocalAddress.checked(settings, host),
            port,
            members,
            dns,
            service.map(found -> new Kubernetes(found, namespace)),
            silence,
            tls,
            bus));
  }

  /** Any process that reaches these ports could join, and then command every role. */
  private static void requireLoopback(Settings settings, String setting, String host) {
    if (!LocalAddress.isLoopback(host)) {
      throw new SettingException(
          settings.nameOf(setting)
              + ": other machines can reach "
              + host
              + " and could command this cluster. Set "
              + settings.nameOf("cluster.secret")
              + " (openssl rand -base64 32; the same for all members), or "
              + settings.nameOf("cluster.tls.certificate")
              + " and the other TLS settings. Without them a member listens only on loopback"
              + " addresses");
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
        throw settings.invalid(MEMBERS, "host:port,host:port", text);
      }
    }
    return members;
  }

  private static void checkDiscovery(
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
          ways.get(0) + ": allowed only with " + settings.nameOf("cluster") + "=true");
    }
    if (clustered && ways.isEmpty()) {
      throw new SettingException(
          settings.nameOf("cluster")
              + ": expected one of cluster.members, cluster.dns and cluster.kubernetes.service, to"
              + " find the other members");
    }
    if (ways.size() > 1) {
      throw new SettingException(String.join(" and ", ways) + ": expected only one of them");
    }
    if (namespace.isPresent() && service.isEmpty()) {
      throw new SettingException(
          settings.nameOf(NAMESPACE) + ": allowed only with " + settings.nameOf(SERVICE));
    }
  }
}
