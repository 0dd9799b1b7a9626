package dev.shopwire.sources.pull;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns records into column arrays for statements that take many of them. */
final class RecordColumns {
  /** The columns that follow the ids and the pass, in the order of the arrays. */
  static final String NAMES =
      """
      key, outcome, type, problem, kind, at, shop, shop_domain, shop_name, subscription, plan, amount,
      currency, billing, trial_days, trial_ends_at, effective_at, category, net, gross, fee, settled_on,
      reason, note, status, is_test, digest, raw
      """;

  /** Their values, from {@link #ARRAYS}. */
  static final String VALUES =
      """
      key, outcome, type, problem, kind, at, shop, shop_domain, shop_name, subscription, plan,
      amount::numeric, currency, billing, trial_days, trial_ends_at, effective_at, category,
      net::numeric, gross::numeric, fee::numeric, settled_on, reason, note, status, is_test, digest,
      raw::json
      """;

  /** Rows of the arrays, which begin with the parameter $5. */
  static final String ARRAYS =
      """
      unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[],
        $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
        $18::text[], $19::int[], $20::timestamptz[], $21::timestamptz[], $22::text[], $23::text[],
        $24::text[], $25::text[], $26::date[], $27::text[], $28::text[], $29::text[], $30::boolean[],
        $31::bytea[], $32::text[])
      as r (key, outcome, type, problem, kind, at, shop, shop_domain, shop_name, subscription, plan,
        amount, currency, billing, trial_days, trial_ends_at, effective_at, category, net, gross, fee,
        settled_on, reason, note, status, is_test, digest, raw)
      """;

  private final List<MappedNode> rows;
  private final Tuple tuple;

  private RecordColumns(List<MappedNode> rows, Tuple tuple) {
    this.rows = rows;
    this.tuple = tuple;
  }

  /** Assigns the columns of the table {@code from}, except the key. */
  static String assignments(String from) {
    return Arrays.stream(NAMES.strip().split("[,\\s]+", -1))
        .filter(name -> !name.equals("key"))
        .map(name -> name + " = " + from + "." + name)
        .collect(Collectors.joining(", "));
  }

  /**
   * @param ids the first four parameters
   */
  static Tuple of(Tuple ids, List<MappedNode> rows) {
    return new RecordColumns(rows, ids).add();
  }

  private Tuple add() {
    text(MappedNode::key);
    text(row -> row.outcome().id());
    text(MappedNode::type);
    optional(MappedNode::problem);
    optional(row -> row.kind().map(RecordKind::id));
    instant(MappedNode::at);
    optional(row -> row.shop().map(ShopIdentity::key));
    optional(row -> row.shop().flatMap(ShopIdentity::domain));
    optional(row -> row.shop().flatMap(ShopIdentity::name));
    optional(row -> row.details().subscription());
    optional(row -> row.details().plan());
    amount(RecordDetails::amount);
    optional(row -> row.details().currency());
    optional(row -> row.details().interval().map(BillingInterval::id));
    tuple.addArrayOfInteger(
        Columns.of(rows, new Integer[rows.size()], row -> row.details().trialDays().orElse(null)));
    instant(row -> row.details().trialEndsAt());
    instant(row -> row.details().effectiveAt());
    optional(row -> row.details().category().map(Category::id));
    amount(RecordDetails::net);
    amount(RecordDetails::gross);
    amount(RecordDetails::fee);
    tuple.addArrayOfLocalDate(
        Columns.of(
            rows, new LocalDate[rows.size()], row -> row.details().settledOn().orElse(null)));
    optional(row -> row.details().reason());
    optional(row -> row.details().note());
    optional(row -> row.details().status());
    tuple.addArrayOfBoolean(
        Columns.of(rows, new Boolean[rows.size()], row -> row.details().test()));
    tuple.addArrayOfBuffer(
        Columns.of(
            rows,
            new Buffer[rows.size()],
            row -> Buffer.buffer(HexFormat.of().parseHex(row.digest()))));
    text(MappedNode::raw);
    return tuple;
  }

  private void text(Function<MappedNode, @Nullable String> value) {
    tuple.addArrayOfString(Columns.of(rows, new String[rows.size()], value));
  }

  private void optional(Function<MappedNode, Optional<String>> value) {
    text(row -> value.apply(row).orElse(null));
  }

  /** Digit for digit; the statement casts it. */
  private void amount(Function<RecordDetails, Optional<BigDecimal>> value) {
    optional(row -> value.apply(row.details()).map(BigDecimal::toPlainString));
  }

  private void instant(Function<MappedNode, Optional<Instant>> value) {
    tuple.addArrayOfOffsetDateTime(
        Columns.of(
            rows,
            new OffsetDateTime[rows.size()],
            row -> value.apply(row).map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null)));
  }
}
