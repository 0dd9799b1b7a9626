package dev.shopwire.common.addresses;

import dev.shopwire.common.config.Settings;
import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The trusted proxies between clients and this process. One proxy connection carries requests of
 * many clients; {@code X-Forwarded-For} identifies the client. The header is ignored on all other
 * connections. Thread-safe.
 */
public record Proxies(List<AddressRange> ranges) {
  public static final Proxies NONE = new Proxies(List.of());
  private static final String SETTING = "http.proxies";
  private static final String FORWARDED = "X-Forwarded-For";

  /**
   * @throws dev.shopwire.common.config.SettingException if a part is neither an address nor a block
   */
  public static Proxies of(Settings settings) {
    return of(settings, SETTING).orElse(NONE);
  }

  /**
   * The proxies of another setting; empty if it is absent.
   *
   * @throws dev.shopwire.common.config.SettingException as {@link #of(Settings)}
   */
  public static Optional<Proxies> of(Settings settings, String key) {
    return settings
        .text(key)
        .map(
            text ->
                new Proxies(
                    Arrays.stream(text.split(",", -1))
                        .map(part -> range(settings, key, part.trim()))
                        .toList()));
  }

  private static AddressRange range(Settings settings, String key, String text) {
    try {
      byte[] address = ClientAddress.bytes(text);
      return AddressRange.of(address == null ? text : text + "/" + address.length * 8);
    } catch (IllegalArgumentException e) {
      throw settings.invalid(
          key, "IP addresses or CIDR blocks, such as 10.0.0.7,192.168.0.0/16", text);
    }
  }

  public boolean contains(@Nullable SocketAddress peer) {
    String address = ranges.isEmpty() || peer == null ? null : peer.hostAddress();
    return address != null && contains(ClientAddress.bytes(address));
  }

  private boolean contains(byte @Nullable [] address) {
    return address != null && ranges.stream().anyMatch(range -> range.contains(address));
  }

  /** The client's address: the last hop in X-Forwarded-For that is not a trusted proxy. */
  public ClientAddress clientOf(HttpServerRequest request) {
    byte[] address = bytesOf(request);
    return address == null ? ClientAddress.UNKNOWN : ClientAddress.of(address);
  }

  /** The client's complete address as text; empty if it is unknown. */
  public String addressOf(HttpServerRequest request) {
    byte[] address = bytesOf(request);
    return address == null ? "" : NetUtil.bytesToIpAddress(address);
  }

  private byte @Nullable [] bytesOf(HttpServerRequest request) {
    SocketAddress peer = request.remoteAddress();
    String peerAddress = peer == null ? null : peer.hostAddress();
    byte[] own = peerAddress == null ? null : ClientAddress.bytes(peerAddress);
    if (contains(peer)) {
      List<String> forwarded = request.headers().getAll(FORWARDED);
      for (int header = forwarded.size() - 1; header >= 0; header--) {
        String[] hops = forwarded.get(header).split(",", -1);
        for (int hop = hops.length - 1; hop >= 0; hop--) {
          byte[] address = ClientAddress.bytes(hops[hop].trim());
          if (address == null) {
            return own;
          }
          if (!contains(address)) {
            return address;
          }
        }
      }
    }
    return own;
  }
}
