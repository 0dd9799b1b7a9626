package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.credit.SeenCode;
import dev.shopwire.common.tenancy.ShopDomain;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the source's rows; one that is no event is counted by what is wrong with it. */
final class InstallRows {
  /** As for usage events: a clock that is wrong by more than that is no clock. */
  private static final Duration MAX_AHEAD = Duration.ofHours(24);

  /** Which column makes a row none. */
  enum Bad {
    KEY,
    TIME,
    SHOP
  }

  private final ShopDomain domains;
  private final CodeInUrl codes;
  private final Map<Bad, Long> bad = new EnumMap<>(Bad.class);
  private long rows;

  InstallRows(ShopDomain domains, CodeInUrl codes) {
    this.domains = domains;
    this.codes = codes;
  }

  long rows() {
    return rows;
  }

  long bad(Bad kind) {
    return bad.getOrDefault(kind, 0L);
  }

  Optional<InstallEvent> read(Row row) {
    return read(
        row.getString("event_key"),
        row.getOffsetDateTime("event_time"),
        row.getString("shop"),
        row.getString("url"));
  }

  Optional<InstallEvent> read(
      @Nullable String key,
      @Nullable OffsetDateTime time,
      @Nullable String shop,
      @Nullable String url) {
    rows++;
    if (key == null
        || key.isEmpty()
        || key.codePointCount(0, key.length()) > InstallQuery.KEY_LENGTH) {
      return refuse(Bad.KEY);
    }
    if (time == null || !isPlausible(time)) {
      return refuse(Bad.TIME);
    }
    ShopDomain.Checked domain = domains.check(host(shop == null ? "" : shop));
    if (domain.fault().isPresent()) {
      return refuse(Bad.SHOP);
    }
    // A URL that was cut may have lost the end of its code.
    Optional<SeenCode> code =
        Optional.ofNullable(url)
            .filter(text -> text.length() <= InstallQuery.URL_LENGTH)
            .flatMap(codes::find);
    return Optional.of(new InstallEvent(key, time.toInstant(), domain.domain(), code));
  }

  private Optional<InstallEvent> refuse(Bad kind) {
    bad.merge(kind, 1L, Long::sum);
    return Optional.empty();
  }

  /** The source's infinite times are far outside. */
  private static boolean isPlausible(OffsetDateTime time) {
    return time.getYear() >= 1970
        && time.getYear() < 10_000
        && time.toInstant().isBefore(Instant.now().plus(MAX_AHEAD));
  }

  /** A shop may come as its domain or as an address within it. */
  static String host(String shop) {
    String text = shop.strip().toLowerCase(Locale.ROOT);
    int scheme = text.indexOf("://");
    String address = scheme < 0 ? text : text.substring(scheme + 3);
    return address.replaceFirst("[/?#].*", "").replaceFirst(":\\d{1,5}$", "");
  }
}
