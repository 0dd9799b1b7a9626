package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The shared configuration of Jackson. Thread-safe. */
public final class Json {
  /**
   * Reads and writes tokens. A number may be as long as a body: the field's own limit is checked
   * later, so that one long number invalidates its event and not the entire batch.
   */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(2 << 20)
                  .maxNameLength(2 << 20)
                  .maxNestingDepth(100_000)
                  .build())
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  /** The maximum nesting of a tree; far above every documented limit, and safe for the stack. */
  static final int MAX_DEPTH = 500;

  /** Reads and writes records; fields that a record doesn't have are ignored (rolling upgrades). */
  public static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNameLength(2 << 20)
                          .maxNestingDepth(MAX_DEPTH)
                          .build())
                  .build())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}
}
