package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Parses request bodies: UTF-8 only; errors have a location but never the parser's message. */
public final class JsonBody {
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final String MALFORMED = "malformed_json";

  private JsonBody() {}

  /** Reads a body from a parser that is positioned before it. */
  public interface Reader<T> {
    T read(JsonParser parser) throws IOException;
  }

  /**
   * @throws Failure 400 if the body is empty or not UTF-8
   */
  public static String text(byte[] body) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      String json = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
      if (json.isBlank()) {
        throw Failure.of(Code.MALFORMED, MALFORMED, "The body is empty, expected JSON");
      }
      return json;
    } catch (CharacterCodingException e) {
      throw Failure.of(Code.MALFORMED, MALFORMED, "The body is not valid UTF-8");
    }
  }

  /**
   * Reads {@code json} after {@link LoneSurrogates} has replaced escapes of unpaired surrogates.
   *
   * @throws Failure 400 if it is not JSON, 422 if its nesting is too deep or a number or name too
   *     long
   */
  public static <T> T read(String json, Reader<T> reader) {
    try (JsonParser parser = Json.FACTORY.createParser(LoneSurrogates.replace(json))) {
      return reader.read(parser);
    } catch (JsonProcessingException e) {
      throw asFailure(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Parses {@code json} into a tree; the last of duplicate fields wins.
   *
   * @throws Failure as {@link #read}
   */
  public static JsonNode tree(String json) {
    try {
      return Json.MAPPER.readTree(LoneSurrogates.replace(json));
    } catch (StreamConstraintsException | ArithmeticException | NumberFormatException e) {
      // The tree's parser reports no location; the token parser accepts more and does.
      return read(json, JsonBody::rejectTooLarge);
    } catch (JsonProcessingException e) {
      throw asFailure(e);
    }
  }

  private static JsonNode rejectTooLarge(JsonParser parser) throws IOException {
    int depth = 0;
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (depth > Json.MAX_DEPTH) {
        throw tooLarge(parser, "too_deep", "The body is nested deeper than " + Json.MAX_DEPTH);
      }
      if (token.isNumeric() && !Numbers.isStorable(parser.getText())) {
        throw tooLarge(
            parser,
            "invalid_number",
            "The body contains a number that does not fit a double or exceeds 1,000 characters");
      }
    }
    throw Failure.invalid("", "too_large", "The body exceeds the limits of JSON parsing");
  }

  private static Failure tooLarge(JsonParser parser, String code, String message) {
    return Failure.invalid(parser.getParsingContext().pathAsPointer().toString(), code, message);
  }

  private static Failure asFailure(JsonProcessingException e) {
    return e instanceof StreamConstraintsException
        ? Failure.invalid("", "too_large", "The body exceeds the limits of JSON parsing")
        : Failure.of(
            Code.MALFORMED, MALFORMED, "The body is not valid JSON" + position(e.getLocation()));
  }

  private static String position(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }
}
