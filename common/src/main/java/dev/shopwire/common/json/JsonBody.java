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

/** Request bodies as JSON: UTF-8 alone, and errors that say where, never the parser's own words. */
public final class JsonBody {
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final String MALFORMED = "malformed_json";

  private JsonBody() {}

  /** What reads a body that {@code parser} stands before. */
  public interface Reading<T> {
    T read(JsonParser parser) throws IOException;
  }

  /**
   * @throws Failure 400 for what is not UTF-8 or empty
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
   * Reads {@code json}; escapes of half a surrogate pair reach {@code reading} as {@link
   * LoneSurrogates} has them.
   *
   * @throws Failure 400 for what is no JSON, 422 for what nests too deep or holds too long a number
   */
  public static <T> T read(String json, Reading<T> reading) {
    try (JsonParser parser = Json.FACTORY.createParser(LoneSurrogates.replaced(json))) {
      return reading.read(parser);
    } catch (JsonProcessingException e) {
      throw asFailure(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@code json} as a tree; of a member that comes twice the last one counts.
   *
   * @throws Failure as {@link #read}
   */
  public static JsonNode tree(String json) {
    try {
      return Json.MAPPER.readTree(LoneSurrogates.replaced(json));
    } catch (StreamConstraintsException | ArithmeticException | NumberFormatException e) {
      // The tree's parser doesn't say where, the one of tokens takes more and does.
      return read(json, JsonBody::refuseTooLarge);
    } catch (JsonProcessingException e) {
      throw asFailure(e);
    }
  }

  private static JsonNode refuseTooLarge(JsonParser parser) throws IOException {
    int depth = 0;
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (depth > Json.MAX_DEPTH) {
        throw tooLarge(parser, "too_deep", "The body nests deeper than " + Json.MAX_DEPTH);
      }
      if (token.isNumeric() && !Numbers.isStorable(parser.getText())) {
        throw tooLarge(
            parser,
            "invalid_number",
            "The body holds a number that no double can hold, or of more than 1,000 characters");
      }
    }
    throw Failure.invalid("", "too_large", "The body is larger than any limit allows");
  }

  private static Failure tooLarge(JsonParser parser, String code, String message) {
    return Failure.invalid(parser.getParsingContext().pathAsPointer().toString(), code, message);
  }

  private static Failure asFailure(JsonProcessingException e) {
    return e instanceof StreamConstraintsException
        ? Failure.invalid("", "too_large", "The body is larger than any limit allows")
        : Failure.of(
            Code.MALFORMED, MALFORMED, "The body is not valid JSON" + place(e.getLocation()));
  }

  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }
}
