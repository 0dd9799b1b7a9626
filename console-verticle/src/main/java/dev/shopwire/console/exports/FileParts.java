package dev.shopwire.console.exports;

import dev.shopwire.common.docs.RowField;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Splits a file into small parts, each of which takes the event loop about a millisecond. Not
 * thread-safe.
 */
abstract sealed class FileParts {
  /** In bytes of NDJSON or characters of CSV; a larger row is one part. */
  static final int PART_LENGTH = 32 << 10;

  /** A CSV file of rows with these fields. */
  static FileParts csv(List<RowField> fields, List<String> selectedColumns) {
    return new Csv(new CsvRows(fields, selectedColumns));
  }

  static FileParts ndjson() {
    return new Ndjson();
  }

  /** What precedes the rows. */
  abstract Buffer head();

  /**
   * Starts with the next rows.
   *
   * @param lines one JSON object per line
   */
  abstract void start(String lines);

  /** The next part of these rows; empty after the last one. */
  abstract Optional<Buffer> next();

  private static final class Ndjson extends FileParts {
    private Buffer bytes = Buffer.buffer();
    private int position;

    @Override
    Buffer head() {
      return Buffer.buffer();
    }

    @Override
    void start(String lines) {
      bytes = Buffer.buffer(lines.getBytes(StandardCharsets.UTF_8));
      position = 0;
    }

    @Override
    Optional<Buffer> next() {
      if (position >= bytes.length()) {
        return Optional.empty();
      }
      int from = position;
      position = Math.min(bytes.length(), from + PART_LENGTH);
      return Optional.of(bytes.slice(from, position));
    }
  }

  private static final class Csv extends FileParts {
    private final CsvRows rows;
    private String lines = "";
    private int position;

    Csv(CsvRows rows) {
      this.rows = rows;
    }

    @Override
    Buffer head() {
      return Buffer.buffer(rows.header());
    }

    @Override
    void start(String lines) {
      this.lines = lines;
      position = 0;
    }

    @Override
    Optional<Buffer> next() {
      int from = position;
      while (position < lines.length() && position - from < PART_LENGTH) {
        int end = lines.indexOf('\n', position);
        rows.add(lines.substring(position, end));
        position = end + 1;
      }
      return position == from ? Optional.empty() : Optional.of(Buffer.buffer(rows.take()));
    }
  }
}
