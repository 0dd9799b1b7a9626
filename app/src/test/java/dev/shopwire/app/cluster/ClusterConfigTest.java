package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.instance.EndpointQualifier;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.NetServerOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterConfigTest {
  private static final String FILE = "pom.xml";
  private static final String SECRET = "Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4=";

  private static Settings settings(Map<String, String> environment) {
    return Settings.load(Path.of("no-such-file"), environment);
  }

  private static Map<String, String> with(String... more) {
    Map<String, String> all =
        new TreeMap<>(Map.of("SHOPWIRE_CLUSTER", "true", "SHOPWIRE_CLUSTER_HOST", "127.0.0.1"));
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private static ClusterConfig config(String... more) {
    return ClusterConfig.of(settings(with(more))).orElseThrow();
  }

  @Test
  void aProcessIsNotClusteredByDefault() {
    assertTrue(ClusterConfig.of(settings(Map.of())).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SHOPWIRE_CLUSTER | SHOPWIRE_CLUSTER | true
          SHOPWIRE_CLUSTER_MEMBERS | SHOPWIRE_CLUSTER_MEMBERS | 127.0.0.1
          SHOPWIRE_CLUSTER_MEMBERS | SHOPWIRE_CLUSTER_MEMBERS | 127.0.0.1:0
          SHOPWIRE_CLUSTER_MEMBERS | SHOPWIRE_CLUSTER_MEMBERS | a:1,,b:2
          SHOPWIRE_CLUSTER_PORT | SHOPWIRE_CLUSTER_PORT | 0
          SHOPWIRE_CLUSTER_HOST | SHOPWIRE_CLUSTER_HOST | 192.0.2.1
          SHOPWIRE_CLUSTER_HOST | SHOPWIRE_CLUSTER_HOST | 0.0.0.0
          SHOPWIRE_CLUSTER_UNRESPONSIVE_SECONDS | SHOPWIRE_CLUSTER_UNRESPONSIVE_SECONDS | 1
          SHOPWIRE_CLUSTER_KUBERNETES_NAMESPACE | SHOPWIRE_CLUSTER_KUBERNETES_NAMESPACE | shop
          SHOPWIRE_CLUSTER_TLS_KEY | SHOPWIRE_CLUSTER_TLS_AUTHORITY | pom.xml
          SHOPWIRE_CLUSTER_TLS_CERTIFICATE | SHOPWIRE_CLUSTER_TLS_KEY | pom.xml
          SHOPWIRE_CLUSTER_BUS_HOST | SHOPWIRE_CLUSTER_BUS_HOST | 0.0.0.0
          SHOPWIRE_CLUSTER_SECRET | SHOPWIRE_CLUSTER_SECRET | hidden
          SHOPWIRE_CLUSTER_SECRET | SHOPWIRE_CLUSTER_SECRET | aGlkZGVu
          """)
  void anInvalidOrMissingSettingIsNamed(String named, String key, String value) {
    Map<String, String> environment = with("SHOPWIRE_CLUSTER_MEMBERS", "127.0.0.1:5701");
    if (key.equals("SHOPWIRE_CLUSTER")) {
      environment.remove("SHOPWIRE_CLUSTER_MEMBERS");
    }
    environment.put(key, value);
    if (value.equals(FILE)) {
      // With the certificate's setting: two of the three files, or one without a certificate.
      environment.put("SHOPWIRE_CLUSTER_TLS_CERTIFICATE", FILE);
      if (named.endsWith("CERTIFICATE")) {
        environment.put("SHOPWIRE_CLUSTER_TLS_AUTHORITY", FILE);
      }
    }
    SettingException error =
        assertThrows(SettingException.class, () -> ClusterConfig.of(settings(environment)));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.startsWith(named), message);
    assertFalse(message.contains("hidden") || message.contains("aGlkZGVu"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "SHOPWIRE_CLUSTER_HOST, 10.20.30.40",
    "SHOPWIRE_CLUSTER_HOST, fd00::1",
    "SHOPWIRE_CLUSTER_HOST, no-such-name.invalid",
    "SHOPWIRE_CLUSTER_BUS_HOST, 10.20.30.40",
    "SHOPWIRE_CLUSTER_BUS_HOST, ::"
  })
  void aMemberThatOtherMachinesReachNeedsASecretOrCertificates(String setting, String host) {
    Map<String, String> environment = with("SHOPWIRE_CLUSTER_MEMBERS", "127.0.0.1:5701");
    environment.put(setting, host);
    SettingException refused =
        assertThrows(SettingException.class, () -> ClusterConfig.of(settings(environment)));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith(setting + ": other machines can reach " + host), message);
    assertTrue(message.contains("SHOPWIRE_CLUSTER_SECRET"), message);
    assertTrue(message.contains("SHOPWIRE_CLUSTER_TLS_CERTIFICATE"), message);

    environment.put("SHOPWIRE_CLUSTER_SECRET", SECRET);
    if (setting.equals("SHOPWIRE_CLUSTER_HOST")) {
      // Now only the address is wrong, which is not one of this machine.
      message =
          String.valueOf(
              assertThrows(SettingException.class, () -> ClusterConfig.of(settings(environment)))
                  .getMessage());
      assertTrue(message.contains("an address of this machine"), message);
    } else {
      assertEquals(host, ClusterConfig.of(settings(environment)).orElseThrow().bus().host());
    }
  }

  @Test
  void aSecretAndCertificatesExcludeEachOther() {
    SettingException both =
        assertThrows(
            SettingException.class,
            () ->
                config(
                    "SHOPWIRE_CLUSTER_MEMBERS", "a:1",
                    "SHOPWIRE_CLUSTER_SECRET", SECRET,
                    "SHOPWIRE_CLUSTER_TLS_KEY", FILE));
    assertTrue(String.valueOf(both.getMessage()).startsWith("SHOPWIRE_CLUSTER_SECRET: "));
  }

  @Test
  void discoveryMethodsExcludeEachOther() {
    SettingException two =
        assertThrows(
            SettingException.class,
            () ->
                config("SHOPWIRE_CLUSTER_MEMBERS", "a:1", "SHOPWIRE_CLUSTER_DNS", "shop.internal"));
    assertTrue(
        String.valueOf(two.getMessage())
            .contains("SHOPWIRE_CLUSTER_MEMBERS and SHOPWIRE_CLUSTER_DNS"));
    SettingException alone =
        assertThrows(
            SettingException.class,
            () -> ClusterConfig.of(settings(Map.of("SHOPWIRE_CLUSTER_DNS", "shop.internal"))));
    assertTrue(String.valueOf(alone.getMessage()).contains("SHOPWIRE_CLUSTER_DNS"));
  }

  @Test
  void allOtherDiscoveryMethodsAreDisabled() {
    Config config = HazelcastConfig.of(config("SHOPWIRE_CLUSTER_MEMBERS", "a:1, b:2"));
    JoinConfig join = config.getAdvancedNetworkConfig().getJoin();
    assertEquals(java.util.List.of("a:1", "b:2"), join.getTcpIpConfig().getMembers());
    assertFalse(join.getMulticastConfig().isEnabled());
    assertFalse(join.getAutoDetectionConfig().isEnabled());
    assertFalse(join.getKubernetesConfig().isEnabled());
    assertTrue(config.getAdvancedNetworkConfig().isEnabled());
    assertEquals(
        Set.of(EndpointQualifier.MEMBER),
        config.getAdvancedNetworkConfig().getEndpointConfigs().keySet());
    assertEquals("false", config.getProperty("hazelcast.phone.home.enabled"));
  }

  @Test
  void discoveryByDnsOrServiceUsesThisNodesPort() {
    Map<String, String> dns =
        HazelcastConfig.of(
                config("SHOPWIRE_CLUSTER_DNS", "shop.internal", "SHOPWIRE_CLUSTER_PORT", "7000"))
            .getAdvancedNetworkConfig()
            .getJoin()
            .getKubernetesConfig()
            .getProperties();
    assertEquals(Map.of("service-dns", "shop.internal", "service-port", "7000"), dns);
    Map<String, String> api =
        HazelcastConfig.of(
                config(
                    "SHOPWIRE_CLUSTER_KUBERNETES_SERVICE", "shopwire",
                    "SHOPWIRE_CLUSTER_KUBERNETES_NAMESPACE", "shop"))
            .getAdvancedNetworkConfig()
            .getJoin()
            .getKubernetesConfig()
            .getProperties();
    assertEquals(
        Map.of("service-name", "shopwire", "service-port", "5701", "namespace", "shop"), api);
  }

  @Test
  void withASecretBothSidesOfTheBusAuthenticate() {
    EventBusOptions options =
        config("SHOPWIRE_CLUSTER_MEMBERS", "a:1", "SHOPWIRE_CLUSTER_SECRET", SECRET)
            .bus()
            .options();
    assertTrue(options.isSsl());
    assertEquals(ClientAuth.REQUIRED, options.getClientAuth());
    assertFalse(options.isTrustAll());
    // Vert.x creates the bus's server from this.
    NetServerOptions server = new NetServerOptions(options.toJson());
    assertEquals(ClientAuth.REQUIRED, server.getClientAuth());
    assertEquals(Set.of("TLSv1.3"), server.getEnabledSecureTransportProtocols());
    assertNotNull(server.getKeyCertOptions());
    assertNotNull(server.getTrustOptions());
  }

  @Test
  void thisNodesAddressIsTheOneItUsesToReachTheOthers() {
    Map<String, String> environment = with("SHOPWIRE_CLUSTER_MEMBERS", "127.0.0.1:5701");
    environment.remove("SHOPWIRE_CLUSTER_HOST");
    assertEquals("127.0.0.1", ClusterConfig.of(settings(environment)).orElseThrow().host());
  }
}
