package dev.shopwire.app.console.audit;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.testing.Http.Response;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Writes through the API: in a session, with an API token or with the admin token. */
final class ApiWriter implements AuditedWriter {
  private final ConsoleBrowser browser;
  private final Map<String, String> credentials;
  private final String actor;
  private final AuditedObjects objects;
  private final Random random;

  /**
   * @param credentials headers; empty for the session of {@code browser}
   */
  ApiWriter(
      ConsoleBrowser browser,
      Map<String, String> credentials,
      String actor,
      AuditedObjects objects,
      Random random) {
    this.browser = browser;
    this.credentials = credentials;
    this.actor = actor;
    this.objects = objects;
    this.random = random;
  }

  @Override
  public Write next() {
    return switch (random.nextInt(16)) {
      case 0 ->
          new Write(
              actor,
              "user.changed",
              false,
              id -> Outcome.of(send(id, "PATCH", "/me", "{\"name\":\"" + objects.text() + "\"}")));
      case 1 ->
          new Write(
              actor,
              "workspace.changed",
              false,
              id -> Outcome.of(send(id, "PATCH", objects.workspacePath(), "{\"name\":\"\"}")));
      default -> write(objects.next(random));
    };
  }

  private Write write(AuditedObjects.Request request) {
    return new Write(
        actor,
        request.action(),
        request.mayChangeNothing(),
        id -> {
          Response response = send(id, request.method(), request.path(), request.body());
          Outcome outcome = Outcome.of(response);
          if (outcome == Outcome.DONE) {
            objects.done(request, response);
          }
          return outcome;
        });
  }

  private Response send(String requestId, String method, String path, String body) {
    Map<String, String> headers = new HashMap<>(credentials);
    headers.put("X-Request-Id", requestId);
    return browser.send(method, path, headers, body.getBytes(StandardCharsets.UTF_8));
  }
}
