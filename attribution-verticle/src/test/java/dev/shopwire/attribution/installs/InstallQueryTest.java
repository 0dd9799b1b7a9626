package dev.shopwire.attribution.installs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InstallQueryTest {
  @Test
  void quotesInAnIdentifierAreEscaped() {
    assertEquals("\"a\"", InstallQuery.quoted("a"));
    assertEquals("\"A \"\"b\"\"; --\"", InstallQuery.quoted("A \"b\"; --"));
  }

  @Test
  void aCommentAtTheEndOfTheQueryDoesNotHideTheRest() {
    String wrapped =
        InstallQuery.wrap(
            "select 100 % 7 -- all", new InstallSourceConfig.Columns("k", "t", "s", "u%1$s"));
    assertTrue(wrapped.contains("select 100 % 7 -- all\n) q"), wrapped);
    assertTrue(wrapped.contains("q.\"u%1$s\""), wrapped);
  }
}
