package dev.shopwire.webhook.addresses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.addresses.AddressRange;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AddressRulesTest {
  private static final AddressRules RULES = rules(false);

  private static AddressRules rules(boolean allowPrivate, String... allowed) {
    return new AddressRules(
        new AddressConfig(
            allowPrivate,
            List.of("https", "http"),
            Set.of(),
            Stream.of(allowed).map(AddressRange::of).toList()));
  }

  /** Performs no lookup: unlike Netty, the JDK parses all of these literals. */
  private static InetAddress address(String literal) throws UnknownHostException {
    return InetAddress.getByAddress(
        "receiver.example", InetAddress.getByName(literal).getAddress());
  }

  static Stream<String> closed() {
    return AddressCorpus.split(AddressCorpus.CLOSED);
  }

  static Stream<String> open() {
    return AddressCorpus.split(AddressCorpus.OPEN);
  }

  static Stream<String> oddHosts() {
    return AddressCorpus.split(AddressCorpus.ODD_HOSTS);
  }

  static Stream<String> closedHosts() {
    return AddressCorpus.split(AddressCorpus.CLOSED_HOSTS);
  }

  static Stream<String> plainHosts() {
    return AddressCorpus.split(AddressCorpus.PLAIN_HOSTS);
  }

  @ParameterizedTest
  @MethodSource
  void closed(String literal) throws UnknownHostException {
    assertTrue(RULES.refusal(address(literal)).isPresent());
  }

  @ParameterizedTest
  @MethodSource
  void open(String literal) throws UnknownHostException {
    assertEquals(Optional.empty(), RULES.refusal(address(literal)));
    assertEquals(Optional.empty(), rules(true).refusal(address(literal)));
  }

  @ParameterizedTest
  @MethodSource
  void oddHosts(String host) {
    assertTrue(RULES.refusalOfLiteral(host).isPresent());
    assertTrue(rules(true).refusalOfLiteral(host).isPresent());
    assertTrue(isRefusedAsUrl(host));
  }

  private static boolean isRefusedAsUrl(String host) {
    try {
      return RULES.refusal(URI.create("https://" + host + "/hook")).isPresent();
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  @ParameterizedTest
  @MethodSource
  void closedHosts(String host) {
    assertTrue(RULES.refusalOfLiteral(host).isPresent());
    assertTrue(RULES.refusal(URI.create("https://" + host + "/")).isPresent());
    assertTrue(RULES.refusal(URI.create("http://" + host + ":8080")).isPresent());
  }

  @ParameterizedTest
  @MethodSource
  void plainHosts(String host) {
    assertEquals(Optional.empty(), RULES.refusalOfLiteral(host));
    assertEquals(Optional.empty(), RULES.refusal(URI.create("https://" + host)));
    assertEquals(Optional.empty(), RULES.refusal(URI.create("HTTP://" + host + ":81/a?b=c#d")));
  }

  @ParameterizedTest
  @MethodSource("urlsWithOddParts")
  void aUrlWithOddPartsIsRefused(String url) {
    assertTrue(RULES.refusal(URI.create(url)).isPresent());
  }

  static Stream<String> urlsWithOddParts() {
    return AddressCorpus.split(
        """
        ftp://example.com/ file:///etc/passwd gopher://example.com/ javascript:alert(1)
        //example.com/ /hook example.com https:/// https:/hook https:example.com mailto:a@b.example
        jar:http://example.com!/ https://user@example.com/ https://u:p@example.com/
        https://example.com@127.0.0.1/ https://8.8.8.8@[::1]/ https://example.com:0/
        https://example.com:65536/ https://example.com:/ https://example.com:080/
        https://example.com:99999999999/ https://example.com:-1/ https://example.com:80:80/
        https://:80/ https://@/ https://[::1]:443/ https://127.0.0.1:8443/
        """);
  }

  @Test
  void allowPrivateOpensOnlyLoopbackAndPrivateAddresses() {
    for (String host :
        List.of("localhost", "127.0.0.1", "10.0.0.1", "192.168.3.4", "[::1]", "[fd12::1]")) {
      assertEquals(Optional.empty(), rules(true).refusalOfLiteral(host), host);
    }
    for (String host :
        List.of(
            "169.254.169.254",
            "100.100.100.200",
            "[fd00:ec2::254]",
            "168.63.129.16",
            "0.0.0.0",
            "224.0.0.1",
            "[::]",
            "[fe80::1]",
            "[ff02::1]",
            "240.0.0.1",
            "192.0.2.1")) {
      assertTrue(rules(true).refusalOfLiteral(host).isPresent(), host);
    }
  }

  @Test
  void onlyAllowedRangesAreOpen() {
    AddressRules rules =
        rules(false, "10.1.2.0/24", "fd12:3456::/32", "169.254.0.0/16", "0.0.0.0/0", "::/0");
    assertEquals(Optional.empty(), rules.refusalOfLiteral("[fd12:3456::1]"));
    assertEquals(Optional.empty(), rules.refusalOfLiteral("169.254.1.1"));
    for (String host : List.of("169.254.169.254", "0.0.0.0", "224.0.0.1", "[ff02::1]", "[::]")) {
      assertTrue(rules.refusalOfLiteral(host).isPresent(), host);
    }
    AddressRules narrow = rules(false, "10.1.2.0/24");
    assertEquals(Optional.empty(), narrow.refusalOfLiteral("10.1.2.255"));
    assertTrue(narrow.refusalOfLiteral("10.1.3.0").isPresent());
    assertTrue(narrow.refusalOfLiteral("10.1.1.255").isPresent());
  }

  @Test
  void schemesAndPortsAreAsConfigured() {
    AddressRules rules =
        new AddressRules(new AddressConfig(false, List.of("https"), Set.of(443, 8443), List.of()));
    assertEquals(Optional.empty(), rules.refusal(URI.create("https://example.com/")));
    assertEquals(Optional.empty(), rules.refusal(URI.create("https://example.com:8443/")));
    assertEquals(
        Optional.of("port 444 is not allowed"),
        rules.refusal(URI.create("https://example.com:444/")));
    assertEquals(
        Optional.of("the scheme must be https"),
        rules.refusal(URI.create("http://example.com:443/")));
  }

  @Test
  void aRefusalNamesTheReason() {
    assertEquals(
        Optional.of("the host is an address in non-canonical form: write 127.0.0.1"),
        RULES.refusalOfLiteral("[::ffff:127.0.0.1]"));
    assertEquals(
        Optional.of("the host is a cloud metadata address"),
        RULES.refusalOfLiteral("169.254.169.254"));
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, true, false",
    "127.0.0.1, true, true",
    "[::1], true, true",
    "10.0.0.1, true, true",
    "[fd12::1], true, true",
    "169.254.1.1, false, true",
    "240.0.0.1, false, true",
    "169.254.169.254, false, false",
    "224.0.0.1, false, false"
  })
  void aRefusalNamesTheSettingsThatWouldAllowIt(String host, boolean development, boolean range) {
    String refusal = RULES.refusalOfLiteral(host).orElseThrow();
    assertEquals(development, refusal.contains("SHOPWIRE_WEBHOOK_ALLOW_PRIVATE=true"), refusal);
    assertEquals(range, refusal.contains("SHOPWIRE_WEBHOOK_ALLOW_RANGES"), refusal);
  }
}
