package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedHostsTest {
  private static AllowedHosts hosts(String listenHost, String names) {
    return AllowedHosts.of(
        Settings.load(Path.of("none"), Map.of("SHOPWIRE_MANAGEMENT_HOSTS", names)), listenHost);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, true",
    "LocalHost:8082, true",
    "localhost., true",
    "127.0.0.1, true",
    "127.0.0.1:8082, true",
    "10.244.3.17:8082, true",
    "[::1], true",
    "[fd00::17]:8082, true",
    "metrics.example.com, true",
    "Shopwire:8082, true",
    "inside.example.com, true",
    "example.com, false",
    "localhost.example.com, false",
    "127.0.0.1.example.com, false",
    "metrics.example.com.attacker.example, false",
    "[localhost], false",
    "[::1, false",
    "::1, false",
    "localhost:8082:1, false",
    "localhost:x, false",
    "localhost:123456, false",
    "user@localhost, false",
    "'', false"
  })
  void namesAndAddressesAreAcceptedAndOthersRejected(String authority, boolean expected) {
    AllowedHosts hosts = hosts("inside.example.com", "metrics.example.com, shopwire");
    assertEquals(expected, hosts.contains(authority), authority);
  }

  @ParameterizedTest
  @CsvSource({"a:80", "'a,,b'", "http://a", "'a b'", "*.example.com"})
  void anInvalidHostNameIsReportedWithItsSetting(String names) {
    SettingException error = assertThrows(SettingException.class, () -> hosts("127.0.0.1", names));
    assertTrue(String.valueOf(error.getMessage()).startsWith("SHOPWIRE_MANAGEMENT_HOSTS"));
  }

  @Test
  void theListenAddressNeedsNoSetting() {
    assertTrue(
        AllowedHosts.of(Settings.load(Path.of("none"), Map.of()), "0.0.0.0").contains("0.0.0.0"));
  }
}
