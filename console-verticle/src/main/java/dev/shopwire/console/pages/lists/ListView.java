package dev.shopwire.console.pages.lists;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How a page shows a list of the API.
 *
 * @param id of its table; unique on the page
 * @param caption of its table
 * @param read calls the list's operation with its parameters
 * @param parameters of the operation, without those of paging
 * @param filters fields whose names are those of parameters
 * @param whenEmpty what to do if the list has no rows at all
 * @param shown what fields of the filters show that are not parameters themselves, by their names
 * @param parts the exports that are the complete list together, for the request of one
 * @param further whether the page is about another list, so that this one has no filters
 */
public record ListView(
    String id,
    String caption,
    ApiList list,
    Function<Map<String, String>, Future<?>> read,
    Map<String, String> parameters,
    List<Field> filters,
    List<Column> columns,
    List<Part> whenEmpty,
    Map<String, String> shown,
    Function<OpenRequest, Map<Role, OpenRequest>> parts,
    boolean further) {
  private static final String TIME_ZONE = "timezone";

  /** Parameters that show the same rows differently. */
  private static final Set<String> NO_CONDITIONS = Set.of(TIME_ZONE, "sort", "columns");

  public static ListView of(
      String id, String caption, ApiList list, Function<Map<String, String>, Future<?>> read) {
    return new ListView(
        id,
        caption,
        list,
        read,
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        request -> Map.of(list.role(), request),
        false);
  }

  public ListView columns(List<Column> all) {
    return copy(parameters, filters, all, whenEmpty, shown, parts, further);
  }

  /** With a form whose fields are parameters of the list. */
  public ListView filteredBy(PageRequest request, List<Field> fields) {
    return copy(parameters(request, fields), fields, columns, whenEmpty, shown, parts, further);
  }

  /**
   * Same with fields before them that choose what the page is about, such as its app: they are no
   * parameters of the list.
   */
  public ListView filteredBy(PageRequest request, List<Field> ofPage, List<Field> fields) {
    List<Field> all = Stream.concat(ofPage.stream(), fields.stream()).toList();
    return copy(parameters(request, fields), all, columns, whenEmpty, shown, parts, further);
  }

  /** With a form of whose fields the page made the parameters. */
  public ListView filteredBy(Map<String, String> made, List<Field> fields) {
    return copy(made, fields, columns, whenEmpty, shown, parts, further);
  }

  /** With parameters that the page makes itself, after those of its filters. */
  public ListView withParameters(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.putAll(more);
    return copy(all, filters, columns, whenEmpty, shown, parts, further);
  }

  /** With what fields of the filters show from which the page makes a parameter. */
  public ListView showing(Map<String, String> values) {
    return copy(parameters, filters, columns, whenEmpty, values, parts, further);
  }

  /** Says why there are no rows and what to do, with a command that does it. */
  public ListView whenEmpty(String text, Figure command) {
    List<Part> advice = List.of(new Text(text), command);
    return copy(parameters, filters, columns, advice, shown, parts, further);
  }

  /** Merged from exports of several roles. */
  public ListView mergedFrom(Function<OpenRequest, Map<Role, OpenRequest>> roles) {
    return copy(parameters, filters, columns, whenEmpty, shown, roles, further);
  }

  /** As a further list of a page, without filters. */
  public ListView asFurther() {
    return copy(parameters, filters, columns, whenEmpty, shown, parts, true);
  }

  private ListView copy(
      Map<String, String> newParameters,
      List<Field> newFilters,
      List<Column> newColumns,
      List<Part> newWhenEmpty,
      Map<String, String> newShown,
      Function<OpenRequest, Map<Role, OpenRequest>> newParts,
      boolean isFurther) {
    return new ListView(
        id,
        caption,
        list,
        read,
        newParameters,
        newFilters,
        newColumns,
        newWhenEmpty,
        newShown,
        newParts,
        isFurther);
  }

  /** The parameter of the page's address with the list's cursor. */
  String cursorParameter() {
    return further ? id + "Cursor" : "cursor";
  }

  /** Bare dates are days of the page's time zone, so that a list with filters by time gets it. */
  private static Map<String, String> parameters(PageRequest request, List<Field> fields) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Field field : fields) {
      if (request.query().has(field.name())) {
        parameters.put(field.name(), request.query().get(field.name()));
      } else if (field.name().equals(TIME_ZONE)) {
        parameters.put(TIME_ZONE, request.zone().getId());
      }
    }
    return parameters;
  }

  /** Whether the list has conditions that rows may fail. */
  boolean isFiltered() {
    return parameters.keySet().stream().anyMatch(name -> !NO_CONDITIONS.contains(name));
  }
}
