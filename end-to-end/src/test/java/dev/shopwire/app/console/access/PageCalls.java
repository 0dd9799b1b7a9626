package dev.shopwire.app.console.access;

import dev.shopwire.app.console.access.AccessOperation.Slot;
import dev.shopwire.app.console.access.SeenPage.PageForm;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens the pages of a workspace, and sends the forms on them, as everyone. */
final class PageCalls {
  private static final String CSRF_HEADER = "X-CSRF-Token";
  private static final String FORM = "application/x-www-form-urlencoded";

  private final Http http;
  private final Tally tally;
  private final String workspace;
  private final Map<ConsolePage, String> addresses = new LinkedHashMap<>();
  private final Map<String, ConsolePage> byPath = new HashMap<>();

  PageCalls(Http http, WorkspaceResources resources, Tally tally) {
    this.http = http;
    this.tally = tally;
    workspace = resources.workspace;
    for (ConsolePage page : ConsolePage.values()) {
      String id =
          page.resource().isEmpty()
              ? ""
              : resources.id(new Slot(page.resource(), ConsolePage.ID_PARAMETER));
      String path = page.path(Long.parseLong(workspace), id);
      boolean choosesWorkspace = page == ConsolePage.CHOSEN_WORKSPACE;
      addresses.put(page, choosesWorkspace ? path + "?workspace=" + workspace : path);
      byPath.put(path, page);
    }
  }

  /** Forms carry the CSRF token in a field, not in a header. */
  private static Map<String, String> headers(MatrixCaller caller, String type) {
    Map<String, String> headers = new HashMap<>(caller.headers());
    headers.remove(CSRF_HEADER);
    headers.put("Content-Type", type);
    return headers;
  }

  /** Every page, whether the caller may see it or not. */
  List<Runnable> openings(MatrixCaller caller) {
    List<Runnable> calls = new ArrayList<>();
    addresses.forEach(
        (page, address) ->
            page.reader()
                .ifPresent(
                    least -> {
                      PageOutcome outcome = PageOutcome.of(caller, page, least, false);
                      calls.add(() -> open(caller, address, outcome));
                    }));
    return calls;
  }

  private void open(MatrixCaller caller, String address, PageOutcome expected) {
    Response response = new MatrixRequest("GET", address, "").send(http, headers(caller, ""));
    count("GET " + expected, expected.is(response), caller, address, response);
  }

  private void count(
      String outcome, boolean isRight, MatrixCaller caller, String called, Response response) {
    tally.count(outcome);
    if (!isRight) {
      tally.wrong(caller, called, outcome, response);
    }
  }

  /** What a caller sees on all pages. */
  SeenPage seenBy(MatrixCaller caller) {
    SeenPage all = new SeenPage(new LinkedHashMap<>(), new LinkedHashMap<>());
    for (String address : addresses.values()) {
      SeenPage seen = SeenPage.open(http, headers(caller, ""), address);
      all.steps().putAll(seen.steps());
      all.forms().putAll(seen.forms());
    }
    return all;
  }

  /** The forms among {@code forms} that the caller may not send. */
  List<Runnable> submissions(MatrixCaller caller, SeenPage forms) {
    List<Runnable> calls = new ArrayList<>();
    for (PageForm form : forms.forms().values()) {
      ConsolePage page = page(form.target());
      AccessLevel least = page.writer().orElseThrow();
      PageOutcome outcome = PageOutcome.of(caller, page, least, true);
      if (outcome != PageOutcome.ALLOWED) {
        calls.add(() -> submit(caller, form, outcome));
      }
    }
    return calls;
  }

  private ConsolePage page(String target) {
    return Optional.ofNullable(byPath.get(target.replaceAll("\\?.*", "")))
        .orElseThrow(() -> new AssertionError("no page of the list has the address " + target));
  }

  private void submit(MatrixCaller caller, PageForm form, PageOutcome expected) {
    Response response = send(caller, form);
    count("POST " + expected, expected.is(response), caller, form.name(), response);
  }

  private Response send(MatrixCaller caller, PageForm form) {
    String csrf = caller.headers().getOrDefault(CSRF_HEADER, "");
    return new MatrixRequest("POST", form.target(), form.body(csrf))
        .send(http, headers(caller, FORM));
  }

  /** What others see on pages of the workspace, and the caller doesn't, is refused too. */
  List<Runnable> ofUnseen(MatrixCaller caller, SeenPage others) {
    SeenPage own = seenBy(caller);
    List<Runnable> calls = new ArrayList<>();
    others
        .forms()
        .forEach(
            (name, form) -> {
              if (page(form.target()).isOfWorkspace() && !own.forms().containsKey(name)) {
                calls.add(() -> refuse(caller, "POST", name, send(caller, form)));
              }
            });
    others
        .steps()
        .forEach(
            (address, kind) -> {
              if (page(address).isOfWorkspace() && !own.hasStep(address, kind)) {
                MatrixRequest request = new MatrixRequest("GET", address, "");
                calls.add(
                    () -> refuse(caller, "GET", address, request.send(http, headers(caller, ""))));
              }
            });
    return calls;
  }

  private void refuse(MatrixCaller caller, String method, String called, Response response) {
    boolean isRefused = PageOutcome.FORBIDDEN.is(response) || PageOutcome.NOT_FOUND.is(response);
    count(method + " of a control that isn't there", isRefused, caller, called, response);
  }

  /**
   * A resource of a workspace is on no page of another one, also for those who may see both.
   *
   * @param member of both workspaces
   */
  List<Runnable> ofMixedAddresses(MatrixCaller member, WorkspaceResources others) {
    List<Runnable> calls = new ArrayList<>();
    for (ConsolePage page : ConsolePage.values()) {
      if (page.isOfWorkspace() && !page.resource().isEmpty() && page.reader().isPresent()) {
        String id = others.id(new Slot(page.resource(), ConsolePage.ID_PARAMETER));
        String address = page.path(Long.parseLong(workspace), id);
        calls.add(() -> open(member, address, PageOutcome.NOT_FOUND));
      }
    }
    return calls;
  }

  /** Pages of a workspace that the caller doesn't belong to are like those of no workspace. */
  List<Runnable> ofForeignPages(MatrixCaller stranger) {
    List<Runnable> calls = new ArrayList<>();
    for (ConsolePage page : ConsolePage.values()) {
      if (page.isOfWorkspace() && page.reader().isPresent()) {
        String known = addresses.getOrDefault(page, "");
        calls.add(() -> compare(stranger, known));
      }
    }
    return calls;
  }

  private void compare(MatrixCaller caller, String known) {
    String nowhere = MatrixRequest.unknownId(workspace);
    String unknown = known.replace("/w/" + workspace, "/w/" + nowhere);
    String expected = text(caller, unknown).replace("/w/" + nowhere, "/w/" + workspace);
    Response response = new MatrixRequest("GET", known, "").send(http, headers(caller, ""));
    boolean isSame = withoutId(response).equals(expected);
    count("GET as of an unknown workspace", isSame, caller, known, response);
  }

  private String text(MatrixCaller caller, String address) {
    return withoutId(new MatrixRequest("GET", address, "").send(http, headers(caller, "")));
  }

  private static String withoutId(Response response) {
    return response.status() + response.body().replaceAll("Request id: [^<]*", "");
  }
}
