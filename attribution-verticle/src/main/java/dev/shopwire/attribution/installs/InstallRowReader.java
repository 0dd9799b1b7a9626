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

/** Reads the source's rows; invalid rows are counted by their invalid column. */
final class InstallRowReader {
  /** How far ahead an event's time may be, as for usage events. */
  private static final Duration MAX_AHEAD = Duration.ofHours(24);

  /** The column that makes a row invalid. */
  enum InvalidColumn {
    KEY,
    TIME,
    SHOP
  }

  private final ShopDomain domains;
  private final UrlCodeParser codes;
  private final Map<InvalidColumn, Long> invalid = new EnumMap<>(InvalidColumn.class);
  private long rows;

  InstallRowReader(ShopDomain domains, UrlCodeParser codes) {
    this.domains = domains;
    this.codes = codes;
  }

  long rows() {
    return rows;
  }

  long invalid(InvalidColumn column) {
    return invalid.getOrDefault(column, 0L);
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
      return reject(InvalidColumn.KEY);
    }
    if (time == null || !isPlausible(time)) {
      return reject(InvalidColumn.TIME);
    }
    ShopDomain.Checked domain = domains.check(host(shop == null ? "" : shop));
    if (domain.problem().isPresent()) {
      return reject(InvalidColumn.SHOP);
    }
    // A truncated URL may have lost the end of its code.
    Optional<SeenCode> code =
        Optional.ofNullable(url)
            .filter(text -> text.length() <= InstallQuery.URL_LENGTH)
            .flatMap(codes::find);
    return Optional.of(new InstallEvent(key, time.toInstant(), domain.domain(), code));
  }

  private Optional<InstallEvent> reject(InvalidColumn column) {
    invalid.merge(column, 1L, Long::sum);
    return Optional.empty();
  }

  /** False also for the source's infinite times, which are far outside. */
  private static boolean isPlausible(OffsetDateTime time) {
    return time.getYear() >= 1970
        && time.getYear() < 10_000
        && time.toInstant().isBefore(Instant.now().plus(MAX_AHEAD));
  }

  /** The host of a shop, which may be given as its domain or as a URL within it. */
  static String host(String shop) {
    String text = shop.strip().toLowerCase(Locale.ROOT);
    int scheme = text.indexOf("://");
    String address = scheme < 0 ? text : text.substring(scheme + 3);
    return address.replaceFirst("[/?#].*", "").replaceFirst(":\\d{1,5}$", "");
  }
}
