package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Parses dialect files: JSON, or YAML without anchors and aliases. Names must be unique. Thread-
 * safe.
 */
final class DialectParser {
  /** Of a file. */
  static final int MAX_BYTES = 256 * 1024;

  private static final int MAX_DEPTH = 50;
  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).maxNumberLength(100).build();
  private static final JsonMapper JSON = JsonMapper.builder(json()).build();
  private static final ObjectMapper YAML = new ObjectMapper(yaml());

  static {
    for (ObjectMapper mapper : new ObjectMapper[] {JSON, YAML}) {
      mapper.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
      mapper.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }
  }

  private DialectParser() {}

  private static JsonFactory json() {
    return JsonFactory.builder()
        .streamReadConstraints(CONSTRAINTS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
  }

  private static JsonFactory yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setCodePointLimit(MAX_BYTES);
    options.setMaxAliasesForCollections(0);
    return YAMLFactory.builder()
        .loaderOptions(options)
        .streamReadConstraints(CONSTRAINTS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
  }

  /**
   * @param isYaml whether it is YAML and not JSON
   * @throws DialectFault if the content can't be parsed
   */
  static JsonNode parse(byte[] content, boolean isYaml) {
    if (content.length > MAX_BYTES) {
      throw new DialectFault("", "must have at most " + MAX_BYTES + " bytes");
    }
    try {
      if (isYaml) {
        rejectAnchors(content);
      }
      return (isYaml ? YAML : JSON).readTree(content);
    } catch (JsonProcessingException e) {
      throw new DialectFault("", "is not valid " + (isYaml ? "YAML" : "JSON") + position(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tree would have the name of an alias in its place. */
  private static void rejectAnchors(byte[] content) throws IOException {
    try (JsonParser parser = YAML.getFactory().createParser(content)) {
      YAMLParser tokens = (YAMLParser) parser;
      while (tokens.nextToken() != null) {
        if (tokens.isCurrentAlias() || tokens.getObjectId() != null) {
          throw new DialectFault(
              tokens.getParsingContext().pathAsPointer().toString(),
              "must not use anchors and aliases");
        }
      }
    }
  }

  private static String position(JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    return location == null
        ? ", or has a name twice"
        : " at line %d, column %d, or has a name twice there"
            .formatted(location.getLineNr(), location.getColumnNr());
  }
}
