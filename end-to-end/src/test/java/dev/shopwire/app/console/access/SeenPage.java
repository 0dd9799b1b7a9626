package dev.shopwire.app.console.access;

import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * What someone can do on a page: its forms, and those of its second steps.
 *
 * @param steps the kinds of second steps by their addresses
 * @param forms by address and name
 */
record SeenPage(Map<String, String> steps, Map<String, PageForm> forms) {
  private static final String STEP = "step";

  /**
   * A form with the values that the page has put into it.
   *
   * @param fields without the CSRF token
   */
  record PageForm(String target, Map<String, String> fields) {
    String name() {
      return target + " " + fields.getOrDefault("form", "");
    }

    String body(String csrf) {
      Map<String, String> all = new LinkedHashMap<>(fields);
      all.put("csrf", csrf);
      return encode(all);
    }
  }

  /** Opens a page and, for each kind of second step, the first one. */
  static SeenPage open(Http http, Map<String, String> headers, String path) {
    SeenPage seen = new SeenPage(new TreeMap<>(), new TreeMap<>());
    seen.add(http, headers, path);
    Map<String, String> firsts = new TreeMap<>();
    seen.steps.forEach((address, kind) -> firsts.putIfAbsent(kind, address));
    firsts.values().forEach(step -> seen.add(http, headers, step));
    return seen;
  }

  /** Whether a step about a certain object was seen, or one of the kind if it is about none. */
  boolean hasStep(String address, String kind) {
    boolean isAboutObject = address.matches(".*[?&]id=.*");
    return steps.containsKey(address) || (!isAboutObject && steps.containsValue(kind));
  }

  private void add(Http http, Map<String, String> headers, String path) {
    Response response = new MatrixRequest("GET", path, "").send(http, headers);
    Document page = Jsoup.parse(response.body());
    for (Element form : page.select("form")) {
      Map<String, String> fields = fields(form);
      String target = form.attr("action").isEmpty() ? path : form.attr("action");
      if (form.attr("method").equals("post")) {
        fields.remove("csrf");
        PageForm found = new PageForm(target, fields);
        forms.putIfAbsent(found.name(), found);
      } else if (fields.containsKey(STEP)) {
        steps.put(target + "?" + encode(fields), target + " " + fields.get(STEP));
      }
    }
    for (Element link : page.select("a[href*='" + STEP + "=']")) {
      steps.put(link.attr("href"), link.attr("href").replaceAll("&.*", ""));
    }
  }

  private static Map<String, String> fields(Element form) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (Element field : form.select("[name]")) {
      Element option = field.selectFirst("option");
      fields.put(field.attr("name"), option == null ? field.val() : option.attr("value"));
    }
    return fields;
  }

  private static String encode(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
