package dev.shopwire.app.cluster;

import dev.shopwire.common.config.Settings;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Optional;

/** Finds and checks this machine's address. */
final class LocalAddress {
  private LocalAddress() {}

  /**
   * The local address that reaches the first of {@code members} (nothing is sent), or that of the
   * host name if there are none.
   */
  static Optional<String> towards(List<String> members) {
    try {
      if (members.isEmpty()) {
        return Optional.of(InetAddress.getLocalHost().getHostAddress());
      }
      String first = members.get(0);
      int colon = first.lastIndexOf(':');
      try (DatagramSocket socket = new DatagramSocket()) {
        socket.connect(
            new InetSocketAddress(
                first.substring(0, colon), Integer.parseInt(first.substring(colon + 1))));
        return Optional.of(socket.getLocalAddress().getHostAddress())
            .filter(address -> !socket.getLocalAddress().isAnyLocalAddress());
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Whether only this machine reaches {@code host}; false for an unknown name. */
  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns {@code host} if it is an address of this machine. */
  static String checked(Settings settings, String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (!address.isAnyLocalAddress() && NetworkInterface.getByInetAddress(address) != null) {
        return host;
      }
    } catch (IOException e) {
      // reported below
    }
    throw settings.invalid(
        "cluster.host", "an address of this machine that the others reach", host);
  }
}
