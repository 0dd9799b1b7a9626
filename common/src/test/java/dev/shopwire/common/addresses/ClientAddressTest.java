package dev.shopwire.common.addresses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import io.vertx.core.net.SocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
  private static SocketAddress peer(String address) {
    return SocketAddress.inetSocketAddress(1_234, address);
  }

  private static ClientAddress of(String address) {
    return ClientAddress.of(peer(address));
  }

  private static Proxies proxies(String setting) {
    return Proxies.of(
        Settings.load(Path.of("no-such-file"), Map.of("SHOPWIRE_HTTP_PROXIES", setting)));
  }

  @Test
  void eachIpv4AddressIsAClient() {
    assertEquals(of("10.1.2.3"), of("10.1.2.3"));
    assertNotEquals(of("10.1.2.3"), of("10.1.2.4"));
    assertEquals(of("10.1.2.3"), of("::ffff:10.1.2.3"));
  }

  @Test
  void eachNetworkOf64BitsIsAClient() {
    assertEquals(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    assertNotEquals(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
    assertNotEquals(of("::1"), of("0.0.0.0"));
  }

  @Test
  void peersWithoutAnAddressAreOneClient() {
    assertEquals(
        ClientAddress.of((SocketAddress) null),
        ClientAddress.of(SocketAddress.domainSocketAddress("/a")));
  }

  @Test
  void proxiesAreAddressesAndBlocks() {
    Proxies proxies = proxies("10.0.0.7, 192.168.0.0/16,2001:db8::/32");
    assertTrue(proxies.contains(peer("10.0.0.7")));
    assertTrue(proxies.contains(peer("::ffff:10.0.0.7")));
    assertTrue(proxies.contains(peer("192.168.200.1")));
    assertTrue(proxies.contains(peer("2001:db8:7::1")));
    assertFalse(proxies.contains(peer("10.0.0.8")));
    assertFalse(proxies.contains(peer("2001:db9::1")));
    assertFalse(Proxies.NONE.contains(peer("10.0.0.7")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.1/8", "proxy.example.com", "10.0.0.7,", "10"})
  void anInvalidProxySettingStopsTheStart(String setting) {
    SettingException error = assertThrows(SettingException.class, () -> proxies(setting));
    assertTrue(
        String.valueOf(error.getMessage())
            .startsWith("SHOPWIRE_HTTP_PROXIES: expected IP addresses or CIDR blocks"),
        error::getMessage);
  }
}
