package dev.shopwire.app.support;

import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A browser without JavaScript for the console's pages: keeps cookies, follows redirects, fills in
 * fields by their labels and sends forms by their buttons. Has an address of its own, as {@link
 * ConsoleBrowser}. For one thread.
 */
public final class PageBrowser {
  private static final int MAX_REDIRECTS = 5;

  private final String url;
  private final Http http;
  private final String address;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private Response response;
  private Document page;
  private String path = "";

  @SuppressWarnings("NullAway.Init") // send() sets the rest
  public PageBrowser(String consoleUrl) {
    url = consoleUrl;
    http = new Http(consoleUrl);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    address = "10.%d.%d.9".formatted(random.nextInt(256), random.nextInt(256));
  }

  /** Signs in a user of {@link ConsoleUsers}. */
  public PageBrowser signedIn(ConsoleUsers.User user) {
    open("/console/sign-in");
    submit("Sign in", Map.of("Email", user.email(), "Password", ConsoleUsers.PASSWORD));
    if (!path.startsWith("/console/") || path.startsWith("/console/sign-in")) {
      throw new AssertionError("signing in failed: " + page);
    }
    return this;
  }

  /** Opens a page, with its redirects. */
  public PageBrowser open(String pathAndQuery) {
    send("GET", pathAndQuery, Map.of(), "");
    for (int i = 0; response.status() == 303 && i < MAX_REDIRECTS; i++) {
      send("GET", response.header("Location"), Map.of(), "");
    }
    return this;
  }

  /** Sends a request and keeps its page; follows no redirect. */
  public Response send(String method, String target, Map<String, String> headers, String form) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("X-Forwarded-For", address);
    if (!cookies.isEmpty()) {
      all.put("Cookie", cookieHeader());
    }
    if (method.equals("POST")) {
      all.put("Content-Type", "application/x-www-form-urlencoded");
      all.put("Origin", url);
    }
    all.putAll(headers);
    all.values().removeIf(String::isEmpty);
    response = http.send(method, target, all, form.getBytes(StandardCharsets.UTF_8));
    response.headers().allValues("Set-Cookie").forEach(this::keep);
    path = target;
    page = Jsoup.parse(response.body(), url + target);
    return response;
  }

  /** Sends the form that has this button, with the fields of these labels filled in. */
  public PageBrowser submit(String button, Map<String, String> values) {
    Element form = filled(button, values);
    if (form.attr("method").equals("get")) {
      return open(target(form) + "?" + encode(form));
    }
    send("POST", target(form), Map.of(), encode(form));
    return response.status() == 303 ? open(response.header("Location")) : this;
  }

  /** Sends a form as {@link #submit} does, with these headers, and follows no redirect. */
  public Response post(String button, Map<String, String> values, Map<String, String> headers) {
    Element form = filled(button, values);
    return send("POST", target(form), headers, encode(form));
  }

  private Element filled(String button, Map<String, String> values) {
    Element pressed = button(button);
    Element form = Optional.ofNullable(pressed.closest("form")).orElseThrow();
    values.forEach((label, value) -> fill(form, label, value));
    if (pressed.hasAttr("name")) {
      form.appendElement("input")
          .attr("type", "hidden")
          .attr("name", pressed.attr("name"))
          .attr("value", pressed.attr("value"));
    }
    return form;
  }

  private String target(Element form) {
    return form.attr("action").isEmpty() ? path : form.attr("action");
  }

  private static void fill(Element form, String label, String value) {
    Element field =
        form.select("label").stream()
            .filter(each -> each.text().equals(label))
            .flatMap(each -> form.getElementsByAttributeValue("id", each.attr("for")).stream())
            .findFirst()
            .orElseThrow(() -> new AssertionError("no field " + label + " in " + form));
    if (field.tagName().equals("select")) {
      field.select("option").removeAttr("selected");
      field.expectFirst("option[value=" + value + "]").attr("selected", true);
    } else if (field.attr("type").equals("checkbox")) {
      field.attr("checked", value.equals("true"));
    } else {
      field.val(value);
    }
  }

  private static String encode(Element form) {
    return form.select("input[name], select[name], textarea[name]").stream()
        .filter(field -> !field.attr("type").equals("checkbox") || field.hasAttr("checked"))
        .map(field -> encode(field.attr("name")) + "=" + encode(submitted(field)))
        .collect(Collectors.joining("&"));
  }

  private static String submitted(Element field) {
    return switch (field.tagName()) {
      case "select" ->
          Optional.ofNullable(field.selectFirst("option[selected]"))
              .orElseGet(() -> field.expectFirst("option"))
              .attr("value");
      // As browsers send line breaks (HTML, constructing the entry list).
      case "textarea" -> field.wholeText().replaceAll("\\r?\\n", "\r\n");
      default -> field.val();
    };
  }

  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Element button(String name) {
    return page.select("button").stream()
        .filter(each -> each.text().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no button " + name + " on " + page));
  }

  public boolean hasButton(String name) {
    return page.select("button").stream().anyMatch(each -> each.text().equals(name));
  }

  /** Follows the link with this text. */
  public PageBrowser follow(String link) {
    return open(
        page.select("a").stream()
            .filter(each -> each.text().equals(link))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no link " + link + " on " + page))
            .attr("href"));
  }

  /** The second step that a button in the row with this text leads to. */
  public PageBrowser inRow(String text, String button) {
    Element form =
        page.select("tbody tr").stream()
            .filter(row -> row.text().contains(text))
            .flatMap(row -> row.select("form").stream())
            .filter(each -> each.expectFirst("button").text().equals(button))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no " + button + " of " + text + " on " + page));
    return open(form.attr("action") + "?" + encode(form));
  }

  private String cookieHeader() {
    return cookies.entrySet().stream()
        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
        .collect(Collectors.joining("; "));
  }

  private void keep(String setCookie) {
    String[] parts = setCookie.substring(0, setCookie.indexOf(';')).split("=", 2);
    if (parts[1].isEmpty()) {
      cookies.remove(parts[0]);
    } else {
      cookies.put(parts[0], parts[1]);
    }
  }

  public Document page() {
    return page;
  }

  public String heading() {
    return page.select("h1").text();
  }

  /** The rows of the table with this caption, each as its cells' texts. */
  public List<List<String>> rows(String caption) {
    return page.select("table").stream()
        .filter(table -> table.select("caption").text().equals(caption))
        .flatMap(table -> table.select("tbody tr").stream())
        .map(row -> row.select("td").eachText())
        .toList();
  }

  /** The value of the field with this label. */
  public String value(String label) {
    Element named =
        page.select("label").stream()
            .filter(each -> each.text().equals(label))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no field " + label + " on " + page));
    Element field = page.getElementsByAttributeValue("id", named.attr("for")).get(0);
    return field.tagName().equals("textarea")
        ? field.wholeText().replace("\r\n", "\n")
        : field.val();
  }

  public String alert() {
    return page.select("[role=alert]").text();
  }

  public int status() {
    return response.status();
  }

  public Response response() {
    return response;
  }

  /** The path and query of the page. */
  public String path() {
    return path;
  }

  /** The hidden CSRF token of the page's forms. */
  public String csrf() {
    return page.select("input[name=csrf]").val();
  }
}
