package dev.shopwire.automation.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.message.MailAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SandboxTest {
  private static Sandbox of(String... allow) {
    return new Sandbox(true, Stream.of(allow).map(Sandbox::normalized).toList());
  }

  private static boolean allows(Sandbox sandbox, String address) {
    return sandbox.allows(MailAddress.parse(address));
  }

  @Test
  void addressesAreComparedInLowerCase() {
    Sandbox sandbox = of(" Me@Acme.Example ");
    assertTrue(allows(sandbox, "ME@acme.example"));
    assertFalse(allows(sandbox, "me+shop@acme.example"));
    assertFalse(allows(sandbox, "you@acme.example"));
  }

  @Test
  void aDomainStandsForItsAddressesButNotForSubdomains() {
    Sandbox sandbox = of("B\u00fccher.example");
    assertTrue(allows(sandbox, "ada@xn--bcher-kva.example"));
    assertTrue(allows(sandbox, "ada@b\u00fccher.EXAMPLE"));
    assertFalse(allows(sandbox, "ada@mail.b\u00fccher.example"));
    assertFalse(allows(sandbox, "ada@evilb\u00fccher.example"));
    assertFalse(allows(sandbox, "\"b\u00fccher.example\"@evil.example".replace("\u00fc", "u")));
  }

  @Test
  void nothingIsKeptBackWhenItIsOff() {
    assertTrue(new Sandbox(false, List.of()).allows(MailAddress.parse("ada@acme.example")));
    assertFalse(Sandbox.DEFAULT.allows(MailAddress.parse("ada@acme.example")));
    assertEquals(List.of(), Sandbox.DEFAULT.allow());
  }
}
