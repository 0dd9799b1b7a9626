package dev.shopwire.app;

import dev.shopwire.app.cluster.ClusterConfig;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the ports that this process will listen on before anything that takes time: Vert.x would
 * let two servers of one process share a port in turns, and a port of another process would be
 * noticed only after the stores have started. Blocking.
 */
final class Ports {
  private static final String IN_USE = "Address already in use";
  private static final String NOT_LOCAL = "Cannot assign requested address";

  /** With the names of its settings. */
  private record Listener(String portName, String hostName, InetSocketAddress address) {
    boolean overlaps(Listener other) {
      InetAddress own = address.getAddress();
      InetAddress others = other.address.getAddress();
      return address.getPort() == other.address.getPort()
          && (own.isAnyLocalAddress() || others.isAnyLocalAddress() || own.equals(others));
    }
  }

  private final Settings settings;
  private final List<Listener> listeners = new ArrayList<>();

  private Ports(Settings settings) {
    this.settings = settings;
  }

  /**
   * The ports of the process's roles, of management and of the cluster, except those that the
   * system chooses.
   *
   * @throws SettingException naming the first host that is not an address
   */
  static Ports of(
      Settings settings, AppConfig app, RoleConfigs configs, Optional<ClusterConfig> cluster) {
    Ports ports = new Ports(settings);
    for (Role role : app.roles()) {
      RoleDeployment.of(role, app, configs)
          .listener()
          .ifPresent(each -> ports.add(each.settings(), each.host(), each.port()));
    }
    ports.add("management", app.managementHost(), app.managementPort());
    cluster.ifPresent(
        member -> {
          ports.add("cluster", member.host(), member.port());
          ports.add("cluster.bus", member.busHost(), member.busPort());
        });
    return ports;
  }

  private void add(String prefix, String host, int port) {
    if (port == 0) {
      return;
    }
    String hostKey = prefix + ".host";
    try {
      listeners.add(
          new Listener(
              settings.nameOf(prefix + ".port"),
              settings.nameOf(hostKey),
              new InetSocketAddress(InetAddress.getByName(host), port)));
    } catch (UnknownHostException e) {
      throw settings.invalid(hostKey, "an address of this machine", host);
    }
  }

  /**
   * @throws SettingException naming two settings with the same port, or every port that is not
   *     available
   */
  void check() {
    for (int i = 0; i < listeners.size(); i++) {
      for (Listener later : listeners.subList(i + 1, listeners.size())) {
        if (listeners.get(i).overlaps(later)) {
          throw new SettingException(
              "%s and %s: expected different ports, both are %d"
                  .formatted(
                      listeners.get(i).portName(), later.portName(), later.address().getPort()));
        }
      }
    }
    List<String> problems =
        listeners.stream().map(Ports::findProblem).flatMap(Optional::stream).toList();
    if (!problems.isEmpty()) {
      throw new SettingException(String.join("; ", problems));
    }
  }

  /** Why the port is unavailable, if so; tries to listen on it as the server will. */
  private static Optional<String> findProblem(Listener listener) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(listener.address());
      return Optional.empty();
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage());
      String host = listener.address().getAddress().getHostAddress();
      int port = listener.address().getPort();
      if (reason.contains(IN_USE)) {
        return Optional.of(
            "%s: port %d of %s is in use by another process (ss -ltnp shows which)"
                .formatted(listener.portName(), port, host));
      }
      return Optional.of(
          reason.contains(NOT_LOCAL)
              ? "%s: this machine has no address %s".formatted(listener.hostName(), host)
              : "%s: this process can't listen on port %d of %s: %s"
                  .formatted(listener.portName(), port, host, reason));
    }
  }
}
