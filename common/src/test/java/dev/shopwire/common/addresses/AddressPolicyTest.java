package dev.shopwire.common.addresses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddressPolicyTest {
  private static AddressPolicy policy(boolean allowPrivate) {
    return new AddressPolicy(allowPrivate, List.of(), "SOME_SETTING allows it", Optional.empty());
  }

  @Test
  void aRefusalNamesOnlyTheSettingsThatExist() {
    assertEquals(
        Optional.of("the host is a private address; SOME_SETTING allows it"),
        policy(false).refusalOfHost("10.0.0.1"));
    assertEquals(
        Optional.of("the host name refers to this machine; SOME_SETTING allows it"),
        policy(false).refusalOfHost("localhost"));
    assertEquals(
        Optional.of("the host is a link-local address"), policy(true).refusalOfHost("fe80::1"));
    assertEquals(
        Optional.of("the host is a cloud metadata address"),
        policy(true).refusalOfHost("169.254.169.254"));
  }

  @Test
  void publicHostsAndAllowedOnesAreNotRefused() {
    assertEquals(Optional.empty(), policy(false).refusalOfHost("smtp.example.com"));
    assertEquals(Optional.empty(), policy(false).refusalOfHost("8.8.8.8"));
    assertEquals(Optional.empty(), policy(true).refusalOfHost("::1"));
    assertEquals(Optional.empty(), policy(true).refusalOfHost("localhost"));
  }

  @ParameterizedTest
  @MethodSource("invalidRanges")
  void invalidRange(String cidr) {
    assertThrows(IllegalArgumentException.class, () -> AddressRange.of(cidr));
  }

  static Stream<String> invalidRanges() {
    return Stream.of("", "10.0.0.0", "10.0.0.1/24", "10.0.0.0/33", "::/129", "x/8", "10.0.0.0/-1");
  }
}
