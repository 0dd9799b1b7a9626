package dev.shopwire.sources.addresses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.addresses.IpAddresses;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceAddressesTest {
  private static final SourceAddresses PUBLIC =
      SourceAddresses.of(new AddressConfig(false, List.of()), "db.example:5432");
  private static final SourceAddresses PRIVATE =
      SourceAddresses.of(new AddressConfig(true, List.of()), "127.0.0.1:5432");

  private static InetAddress address(String text) {
    return IpAddresses.literal(text).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1",
        "https://10.0.0.1",
        "https://169.254.169.254/x",
        "https://localhost",
        "https://user@partners.example",
        "https://2130706433",
        "ftp://partners.example",
        "partners.example",
        "https://partners.example/#x",
        "https://db.example:5432",
        "https://bad host"
      })
  void theseAreRefused(String url) {
    assertTrue(PUBLIC.refusal(url).isPresent(), url);
  }

  @Test
  void publicNamesAreNotAndPrivateOnesOnlyWithTheSetting() {
    assertEquals(Optional.empty(), PUBLIC.refusal("https://partners.example/a?b=c"));
    assertEquals(Optional.empty(), PRIVATE.refusal("http://127.0.0.1:8095"));
    assertTrue(PRIVATE.refusal("http://169.254.169.254").isPresent());
  }

  @Test
  void theOwnDatabaseIsRefusedWhateverItIsCalled() {
    List<InetAddress> own = List.of(address("127.0.0.1"));
    assertTrue(PRIVATE.refusal(List.of(address("127.0.0.1")), 5432, own).isPresent());
    assertTrue(PRIVATE.refusal(List.of(address("127.0.0.9")), 5432, own).isPresent());
    assertTrue(PRIVATE.refusal(List.of(address("::1")), 5432, own).isPresent());
    assertEquals(Optional.empty(), PRIVATE.refusal(List.of(address("127.0.0.1")), 8095, List.of()));
  }
}
