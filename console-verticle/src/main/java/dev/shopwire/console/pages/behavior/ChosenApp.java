package dev.shopwire.console.pages.behavior;

import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The app whose events a page shows.
 *
 * @param field chooses another one
 */
record ChosenApp(long id, String slug, Field field) {
  /** The parameter with its slug. */
  static final String PARAMETER = "app";

  /** The path of an operation about it. */
  String path(String operation) {
    return "/console/api/apps/" + id + "/" + operation;
  }

  /**
   * A list of the app.
   *
   * @param operation its id in the OpenAPI document
   * @param path below that of the app
   * @param rows the member of the response that has the rows
   */
  ApiList list(String operation, String path, String rows) {
    return new ApiList(Role.ANALYTICS, operation, path(path), Long.toString(id), rows);
  }

  /**
   * The address of another page about this app, over the same days.
   *
   * @param parameters of that page
   */
  String address(PageRequest request, String page, Map<String, String> parameters) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(PARAMETER, slug);
    for (String name : List.of("startDate", "endDate", "timezone")) {
      if (request.query().has(name)) {
        all.put(name, request.query().get(name));
      }
    }
    all.putAll(parameters);
    return request.workspace().path(page) + "?" + PageRequest.encode(all);
  }
}
