package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Code;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Collectors;

/** The exact strings that are signed for a delivery, and the headers that it is sent with. */
final class SignedStrings {
  /** A longer body, which the page shows once, is not repeated. */
  private static final int MAX_REPEATED = 2_000;

  private final RoleRequests roles;

  SignedStrings(RoleRequests roles) {
    this.roles = roles;
  }

  Future<List<Part>> of(PageRequest request) {
    return roles
        .sendItem(WebhookContracts.EXPLAIN_SIGNATURE, request.pathId(), "", request.caller())
        .map(explained -> parts(ApiJson.of(explained).path("signature")))
        .recover(
            error ->
                error instanceof Failure failure && failure.reason().equals("no_secret")
                    ? Future.succeededFuture(List.of(section(new Text(failure.message() + "."))))
                    : Future.failedFuture(error));
  }

  private static Section section(Part... parts) {
    return new Section("signed", "Signed strings", List.of(parts));
  }

  private static List<Part> parts(JsonNode signature) {
    JsonNode content = signature.path("signedContent");
    String body = signature.path("body").asText();
    return List.of(
        section(
            new Text(
                "Of the last attempt, with the secrets that are valid now. Receivers compute the"
                    + " same over the bytes that they receive."),
            code("standard", "Standard Webhooks: HMAC-SHA256 of", content, body),
            code("vendor", "The other header: HMAC-SHA256 of", content, body),
            new Code("signed-headers", "Headers", headers(signature.path("headers")))));
  }

  private static Part code(String name, String caption, JsonNode content, String body) {
    String text = content.path(name).asText();
    boolean isLong = body.length() > MAX_REPEATED && text.endsWith(body);
    return new Code(
        "signed-" + name,
        isLong ? caption + " this, followed by the body above" : caption,
        isLong ? text.substring(0, text.length() - body.length()) : text);
  }

  private static String headers(JsonNode headers) {
    return headers
        .propertyStream()
        .map(header -> header.getKey() + ": " + header.getValue().asText())
        .collect(Collectors.joining("\n"));
  }
}
