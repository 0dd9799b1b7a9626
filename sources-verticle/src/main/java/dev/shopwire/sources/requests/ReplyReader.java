package dev.shopwire.sources.requests;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.sources.dialects.ErrorRule;
import dev.shopwire.sources.dialects.PageRule;
import dev.shopwire.sources.dialects.RequestRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides what a response means, by the rules of its dialect. Immutable; thread-safe. */
public final class ReplyReader {
  /** As many as the largest page that a dialect can ask for. */
  private static final int MAX_ITEMS = 10_000;

  private static final int MAX_TOKENS = 1_000_000;

  /** A body of small values takes thirty times its bytes of the heap once it is read. */
  private static final JsonFactory BOUNDED =
      Json.MAPPER
          .getFactory()
          .rebuild()
          .streamReadConstraints(
              Json.MAPPER
                  .getFactory()
                  .streamReadConstraints()
                  .rebuild()
                  .maxTokenCount(MAX_TOKENS)
                  .build())
          .build();

  private final Optional<RequestRule.Version> version;
  private final ErrorRule errors;
  private final PageRule page;
  private final Masking masking;

  public ReplyReader(
      Optional<RequestRule.Version> version, ErrorRule errors, PageRule page, Masking masking) {
    this.version = version;
    this.errors = errors;
    this.page = page;
    this.masking = masking;
  }

  /** May take a while for large bodies: call it outside event loops. */
  public Reply read(PlatformResponse response) {
    if (response.failure().isPresent()) {
      PlatformResponse.Failure failure = response.failure().get();
      return again(response, failure.code(), failure.message());
    }
    return response.status() / 100 == 2 ? readBody(response) : readStatus(response);
  }

  private Reply readStatus(PlatformResponse response) {
    int status = response.status();
    if (status == 401 || status == 403) {
      return new Reply.Stop(
          problem(response, "unauthorized", "The platform responded with status " + status));
    }
    if (status == 429) {
      Problem problem = problem(response, "rate_limited", "The platform responded with status 429");
      return new Reply.Again(problem, response.retryAfter(), true, false);
    }
    if (status / 100 == 4) {
      return new Reply.Stop(
          problem(response, "refused", "The platform responded with status " + status));
    }
    return again(
        response,
        status / 100 == 5 ? "server_error" : "unexpected_status",
        "The platform responded with status " + status);
  }

  private Reply readBody(PlatformResponse response) {
    JsonNode body;
    try (JsonParser parser = BOUNDED.createParser(response.body().getBytes())) {
      body = Json.MAPPER.readTree(parser);
    } catch (StreamConstraintsException e) {
      return again(
          response,
          "malformed",
          "The response has a number that is too long, is nested too deeply, or has more than "
              + MAX_TOKENS
              + " tokens");
    } catch (IOException | ArithmeticException | NumberFormatException e) {
      return again(response, "malformed", "The response is not valid JSON");
    }
    if (body == null || body.isMissingNode()) {
      return again(response, "malformed", "The response is empty");
    }
    Optional<Reply> wrong = wrongVersion(response);
    return wrong.or(() -> readErrors(response, body)).orElseGet(() -> readPage(response, body));
  }

  private Optional<Reply> wrongVersion(PlatformResponse response) {
    return version
        .filter(expected -> !expected.value().equals(response.headers().get(expected.header())))
        .map(
            expected -> {
              String found = response.headers().get(expected.header());
              return new Reply.Stop(
                  problem(
                      response,
                      "version_mismatch",
                      "The dialect is for version %s of the interface, the response is of %s"
                          .formatted(
                              expected.value(), found == null ? "none" : "version " + found)));
            });
  }

  private Optional<Reply> readErrors(PlatformResponse response, JsonNode body) {
    JsonNode list = errors.list().apply(body);
    if (list.isNull() || (list.isArray() && list.isEmpty())) {
      return Optional.empty();
    }
    List<JsonNode> all = new ArrayList<>();
    if (list.isArray()) {
      list.forEach(all::add);
    } else {
      all.add(list);
    }
    for (JsonNode error : all) {
      if (hasCode(error, errors.stop())) {
        return Optional.of(new Reply.Stop(problem(response, "refused", message(error))));
      }
    }
    for (JsonNode error : all) {
      if (hasCode(error, errors.restart())) {
        return Optional.of(new Reply.Restart(problem(response, "restarted", message(error))));
      }
    }
    return Optional.of(again(response, "platform_error", message(all.get(0))));
  }

  private boolean hasCode(JsonNode error, Set<String> codes) {
    return errors.code().filter(code -> codes.contains(code.apply(error).asText())).isPresent();
  }

  private String message(JsonNode error) {
    return errors
        .message()
        .map(message -> message.apply(error))
        .filter(JsonNode::isTextual)
        .map(text -> "The platform says: " + text.textValue())
        .orElse("The response has errors");
  }

  private Reply readPage(PlatformResponse response, JsonNode body) {
    JsonNode items = page.items().apply(body);
    if (!items.isArray()) {
      Problem problem =
          problem(response, "malformed", "The response has no array at " + page.items());
      return new Reply.Again(problem, Optional.empty(), false, true);
    }
    if (items.size() > MAX_ITEMS) {
      return again(response, "malformed", "The response has more than " + MAX_ITEMS + " items");
    }
    JsonNode more = page.more().apply(body);
    if (!more.isBoolean()) {
      return again(response, "malformed", "The response has no true or false at " + page.more());
    }
    JsonNode cursor = more.booleanValue() ? cursor(body, items) : NullNode.getInstance();
    if (more.booleanValue() && !isCursor(cursor)) {
      return again(response, "malformed", "The response has no cursor although there is more");
    }
    List<JsonNode> nodes = new ArrayList<>(items.size());
    items.forEach(item -> nodes.add(page.node().map(node -> node.apply(item)).orElse(item)));
    return new Reply.Page(nodes, more.booleanValue(), cursor);
  }

  private JsonNode cursor(JsonNode body, JsonNode items) {
    return page.cursor()
        .map(path -> path.apply(body))
        .or(
            () ->
                page.itemCursor()
                    .filter(path -> !items.isEmpty())
                    .map(path -> path.apply(items.get(items.size() - 1))))
        .orElseGet(NullNode::getInstance);
  }

  private static boolean isCursor(JsonNode cursor) {
    return cursor.isNumber() || (cursor.isTextual() && !cursor.textValue().isEmpty());
  }

  private Reply again(PlatformResponse response, String code, String message) {
    return new Reply.Again(problem(response, code, message), response.retryAfter(), false, false);
  }

  private Problem problem(PlatformResponse response, String code, String message) {
    return new Problem(code, masking.show(message), masking.show(response.body()));
  }
}
