package dev.shopwire.attribution.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ListingQueryTest {
  @Test
  void anIdentifierCannotEndItsQuotes() {
    assertEquals("\"a\"", ListingQuery.quoted("a"));
    assertEquals("\"A \"\"b\"\"; --\"", ListingQuery.quoted("A \"b\"; --"));
  }

  @Test
  void aCommentAtTheEndOfTheQueryHidesNothing() {
    String wrapped =
        ListingQuery.wrap(
            "select 100 % 7 -- all", new ListingConfig.Columns("k", "t", "s", "u%1$s"));
    assertTrue(wrapped.contains("select 100 % 7 -- all\n) q"), wrapped);
    assertTrue(wrapped.contains("q.\"u%1$s\""), wrapped);
  }
}
