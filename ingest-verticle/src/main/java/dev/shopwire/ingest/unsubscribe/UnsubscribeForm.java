package dev.shopwire.ingest.unsubscribe;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.query.NumericId;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a recipient, or their mail program, has submitted.
 *
 * @param isOneClick RFC 8058: unsubscribes from what the mail was about
 * @param unsubscribed ids of topics; 0 for all mails
 * @param resubscribed likewise
 */
record UnsubscribeForm(boolean isOneClick, List<Long> unsubscribed, List<Long> resubscribed) {
  private static final String ONE_CLICK = "List-Unsubscribe";
  private static final String TOPICS = "topics";
  private static final String ALL = "all";
  private static final String RESUBSCRIBE = "resubscribe";
  private static final int MAX_FIELDS = 200;

  /**
   * @param contentType of either kind of form; RFC 8058 prefers multipart
   * @throws Failure 400 if it is no form, 422 if nothing was chosen or a topic is no id
   */
  static UnsubscribeForm parse(String contentType, byte[] body) {
    Map<String, List<String>> fields = fields(contentType, body);
    boolean isOneClick = fields.getOrDefault(ONE_CLICK, List.of()).contains("One-Click");
    List<ValidationError> errors = new ArrayList<>();
    List<Long> unsubscribed = ids(fields, TOPICS, errors);
    if (fields.containsKey(ALL)) {
      unsubscribed.add(0L);
    }
    List<Long> resubscribed = ids(fields, RESUBSCRIBE, errors);
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
    if (!isOneClick && unsubscribed.isEmpty() && resubscribed.isEmpty()) {
      throw Failure.invalid(
          "",
          "nothing_chosen",
          "The form must have the field List-Unsubscribe=One-Click, topics, all or resubscribe");
    }
    return new UnsubscribeForm(isOneClick, List.copyOf(unsubscribed), List.copyOf(resubscribed));
  }

  private static List<Long> ids(
      Map<String, List<String>> fields, String name, List<ValidationError> errors) {
    List<Long> ids = new ArrayList<>();
    for (String value : fields.getOrDefault(name, List.of())) {
      if (value.equals(ALL)) {
        ids.add(0L);
      } else {
        NumericId.parse(value)
            .ifPresentOrElse(
                ids::add,
                () ->
                    errors.add(
                        ValidationError.ofParameter(
                            name, "unknown_topic", name + " must be ids of topics or all")));
      }
    }
    return ids;
  }

  private static Map<String, List<String>> fields(String contentType, byte[] body) {
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.POST, "/", Unpooled.wrappedBuffer(body));
    request.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
    try {
      HttpPostRequestDecoder decoder =
          new HttpPostRequestDecoder(
              new DefaultHttpDataFactory(false),
              request,
              StandardCharsets.UTF_8,
              MAX_FIELDS,
              body.length + 1);
      try {
        return values(decoder.getBodyHttpDatas());
      } finally {
        decoder.destroy();
      }
    } catch (IOException | RuntimeException e) {
      // Netty reports what it can't decode by many kinds of exceptions.
      throw Failure.of(Code.MALFORMED, "The form can't be decoded");
    }
  }

  private static Map<String, List<String>> values(List<InterfaceHttpData> parts)
      throws IOException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (InterfaceHttpData part : parts) {
      if (part instanceof Attribute attribute) {
        values
            .computeIfAbsent(attribute.getName(), name -> new ArrayList<>())
            .add(attribute.getValue());
      }
    }
    return values;
  }
}
