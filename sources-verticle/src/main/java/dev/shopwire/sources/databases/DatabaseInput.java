package dev.shopwire.sources.databases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.tenancy.Workspaces.App;
import dev.shopwire.sources.fence.DatabaseAddresses;
import dev.shopwire.sources.fence.DatabaseUri;
import dev.shopwire.sources.fence.Limits;
import java.time.Duration;
import java.util.Optional;

/**
 * A database as the console sends it, or a change of one.
 *
 * @param app the slug
 */
record DatabaseInput(
    Optional<String> name,
    Optional<DatabaseUri> uri,
    PatchValue<String> app,
    Optional<Boolean> acceptsWritable,
    Optional<Long> statementMillis,
    Optional<Long> rows,
    Optional<Long> bytes) {
  private static final int MAX_NAME = 100;
  private static final int MAX_SLUG = 100;

  /**
   * Reads a new database. Opens files, so it must not run on an event loop.
   *
   * @throws Failure 422 with all faults
   */
  static DatabaseInput ofNew(String body, DatabaseAddresses addresses) {
    return read(JsonInput.strict(body), true, addresses);
  }

  /** The same of a change. */
  static DatabaseInput ofChange(String body, DatabaseAddresses addresses) {
    return read(JsonInput.strict(body), false, addresses);
  }

  private static DatabaseInput read(JsonInput input, boolean isNew, DatabaseAddresses addresses) {
    Optional<String> name = text(input, "name", MAX_NAME, isNew);
    Optional<DatabaseUri> uri =
        text(input, "uri", DatabaseUri.MAX_LENGTH, isNew)
            .flatMap(text -> uri(input, text, addresses));
    PatchValue<String> app = input.optionalString("app", MAX_SLUG);
    Optional<Boolean> writable =
        Optional.ofNullable(input.optionalBoolean("acceptWritableRole").value());
    JsonInput limits = input.optionalObject("limits");
    DatabaseInput read =
        new DatabaseInput(
            name,
            uri,
            app,
            writable,
            number(
                limits,
                "statementMillis",
                Limits.MIN_STATEMENT_MILLIS,
                Limits.MAX_STATEMENT_MILLIS),
            number(limits, "rows", 1, Limits.MAX_ROWS),
            number(limits, "bytes", Limits.MIN_BYTES, Limits.MAX_BYTES));
    input.throwIfInvalid();
    return read;
  }

  private static Optional<String> text(JsonInput input, String name, int max, boolean isRequired) {
    return isRequired || !input.value(name).isMissingNode()
        ? Optional.of(input.requiredString(name, max)).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  /** No error repeats any part of the URI. */
  private static Optional<DatabaseUri> uri(
      JsonInput input, String text, DatabaseAddresses addresses) {
    try {
      DatabaseUri uri = DatabaseUri.of(text);
      Optional<String> refusal = addresses.refusalOfHost(uri.host());
      if (refusal.isEmpty()) {
        return Optional.of(uri);
      }
      input.addError("uri", "refused_address", "can't be used: " + refusal.get());
    } catch (IllegalArgumentException e) {
      input.addError("uri", "invalid_uri", "can't be used: " + e.getMessage());
    }
    return Optional.empty();
  }

  private static Optional<Long> number(JsonInput limits, String name, long min, long max) {
    JsonNode value = limits.value(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < min
        || value.longValue() > max) {
      limits.addError(
          name, "out_of_range", "must be a whole number from %d to %d".formatted(min, max));
      return Optional.empty();
    }
    return Optional.of(value.longValue());
  }

  /** What a new database consists of. */
  DatabaseFields fields(Optional<App> found) {
    DatabaseUri given = uri.orElseThrow();
    return new DatabaseFields(
        name.orElseThrow(),
        found,
        given.engine(),
        given.host(),
        given.port(),
        given.database(),
        given.user(),
        acceptsWritable.orElse(false),
        limits(Limits.DEFAULT));
  }

  /** The fields after the change. */
  DatabaseFields applyTo(DatabaseFields before, Optional<App> found) {
    DatabaseFields changed =
        new DatabaseFields(
            name.orElse(before.name()),
            app.present() ? found : before.app(),
            before.engine(),
            before.host(),
            before.port(),
            before.database(),
            before.user(),
            acceptsWritable.orElse(before.acceptsWritable()),
            limits(before.limits()));
    return uri.map(changed::at).orElse(changed);
  }

  private Limits limits(Limits before) {
    return new Limits(
        statementMillis.map(Duration::ofMillis).orElse(before.statement()),
        rows.orElse(before.rows()),
        bytes.orElse(before.bytes()));
  }

  /** Whether the proof has to be made before the change is stored. */
  boolean needsProof() {
    return uri.isPresent() || acceptsWritable.isPresent();
  }
}
