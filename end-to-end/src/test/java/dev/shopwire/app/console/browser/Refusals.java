package dev.shopwire.app.console.browser;

import static dev.shopwire.app.support.BrowserPage.quote;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.console.sample.Sample;
import dev.shopwire.app.support.DevTools;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes from the page that is open, with its session and CSRF token, which its visitor's role does
 * not allow: the forms of all pages, and the operations of the API that the served document has.
 */
record Refusals(DevTools tab, Sample sample) {
  private static final String API = "/console/api/";
  private static final Pattern ABOUT = Pattern.compile(API + "([a-z-]+)/\\{\\w+}(.*)");
  private static final Set<String> WRITES = Set.of("post", "put", "patch", "delete");

  /** Kinds of resources that the sample has. */
  private static final Set<String> KINDS =
      Set.of("workspaces", "customers", "apps", "affiliates", "webhook-endpoints", "deliveries");

  /** A request. */
  private record Call(String method, String path) {}

  static boolean mayWrite(AccessLevel level, ConsolePage page) {
    return page.writer().filter(level::includes).isPresent();
  }

  /** All are 403, and nothing was written. */
  void assertRefused(AccessLevel level) {
    long before = auditEntries();
    List<Call> calls = Stream.concat(forms(level), operations(level).stream()).toList();
    assertTrue(calls.size() > 20, calls::toString);
    for (Call call : calls) {
      assertEquals(403, status(call), call::toString);
    }
    assertEquals(before, auditEntries());
  }

  private long auditEntries() {
    return sample
        .tenants()
        .console()
        .get(API + "workspaces/" + sample.workspaceId() + "/audit-log?format=count")
        .json()
        .path("count")
        .asLong();
  }

  private Stream<Call> forms(AccessLevel level) {
    return Arrays.stream(ConsolePage.values())
        .filter(page -> page.isOfWorkspace() && page.writer().isPresent() && !mayWrite(level, page))
        .flatMap(page -> ShownPages.address(page, sample).stream())
        .map(address -> new Call("POST", address));
  }

  private List<Call> operations(AccessLevel level) {
    JsonNode paths = sample.tenants().console().get(API + "openapi.json").json().path("paths");
    List<Call> calls = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      Matcher about = ABOUT.matcher(path.getKey());
      if (about.matches() && KINDS.contains(about.group(1))) {
        String id = sample.id(about.group(1)).orElseThrow();
        String address =
            API + about.group(1) + "/" + id + about.group(2).replaceAll("\\{\\w+}", "1");
        path.getValue().properties().stream()
            .filter(operation -> isRefused(operation, level))
            .map(operation -> new Call(operation.getKey().toUpperCase(Locale.ROOT), address))
            .forEach(calls::add);
      }
    }
    return calls;
  }

  private static boolean isRefused(Map.Entry<String, JsonNode> operation, AccessLevel level) {
    return WRITES.contains(operation.getKey())
        && AccessLevel.find(operation.getValue().path("x-required-role").asText())
            .filter(least -> !level.includes(least))
            .isPresent();
  }

  private int status(Call call) {
    boolean isApi = call.path().startsWith(API);
    return tab.evaluate(
            """
            (() => {
              const csrf = document.querySelector('input[name=csrf]').value;
              const type = %3$s ? 'application/json' : 'application/x-www-form-urlencoded';
              return fetch(%1$s, {
                  method: %2$s,
                  redirect: 'manual',
                  headers: {'X-CSRF-Token': csrf, 'Content-Type': type},
                  body: %3$s ? '{}' : 'form=x&csrf=' + encodeURIComponent(csrf)})
                .then((response) => response.status);
            })()
            """
                .formatted(quote(call.path()), quote(call.method()), isApi))
        .asInt();
  }
}
