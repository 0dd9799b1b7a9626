package dev.shopwire.attribution.installs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.attribution.credit.SeenCode;
import dev.shopwire.attribution.installs.InstallRowReader.InvalidColumn;
import dev.shopwire.common.tenancy.ShopDomain;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InstallRowReaderTest {
  private static final OffsetDateTime TIME =
      OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC);

  private final InstallRowReader rows =
      new InstallRowReader(new ShopDomain(Optional.empty()), new UrlCodeParser(List.of("mref")));

  @Test
  void aRowIsReadAsAnEventWithOrWithoutACode() {
    assertEquals(
        Optional.of(
            new InstallEvent(
                "k", TIME.toInstant(), "a.example.com", Optional.of(SeenCode.of("c")))),
        rows.read("k", TIME, "https://A.example.com/admin", "?mref=c"));
    assertEquals(
        Optional.of(new InstallEvent("k", TIME.toInstant(), "a.example.com", Optional.empty())),
        rows.read("k", TIME, "a.example.com", null));
    assertEquals(2, rows.rows());
  }

  @Test
  void invalidRowsAreCountedByColumn() {
    rows.read(null, TIME, "a.example.com", null);
    rows.read("", TIME, "a.example.com", null);
    rows.read("k".repeat(501), TIME, "a.example.com", null);
    rows.read("k", null, "a.example.com", null);
    rows.read("k", TIME.minusYears(57), "a.example.com", null);
    rows.read("k", OffsetDateTime.now(ZoneOffset.UTC).plusHours(25), "a.example.com", null);
    rows.read("k", OffsetDateTime.MAX, "a.example.com", null);
    rows.read("k", TIME, null, null);
    rows.read("k", TIME, "no shop", null);
    assertEquals(9, rows.rows());
    assertEquals(3, rows.invalid(InvalidColumn.KEY));
    assertEquals(4, rows.invalid(InvalidColumn.TIME));
    assertEquals(2, rows.invalid(InvalidColumn.SHOP));
  }

  @Test
  void aTruncatedUrlHasNoCode() {
    String url = "?mref=c&" + "x".repeat(InstallQuery.URL_LENGTH);
    assertEquals(Optional.empty(), rows.read("k", TIME, "a.example.com", url).orElseThrow().code());
  }

  @Test
  void aShopMayBeAUrl() {
    assertEquals("a.example.com", InstallRowReader.host(" HTTPS://A.example.com:443/x?y#z "));
    assertEquals("a.example.com", InstallRowReader.host("a.example.com?x"));
    assertEquals("a.example.com", InstallRowReader.host("a.example.com"));
  }
}
