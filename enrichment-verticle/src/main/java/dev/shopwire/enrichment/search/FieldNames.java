package dev.shopwire.enrichment.search;

import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the fields that names refer to (docs/api/customers.md): {@code cf:plan} is the shared
 * field, otherwise the only app's; {@code cf:<app>/plan} is what a push of that app would write to.
 */
final class FieldNames {
  static final String CUSTOM = "cf:";

  private final FieldCatalog catalog;
  private final Map<Long, String> slugs;

  /**
   * @param catalog the fields that the caller may see
   * @param slugs the slugs of the workspace's apps by id
   */
  FieldNames(FieldCatalog catalog, Map<Long, String> slugs) {
    this.catalog = catalog;
    this.slugs = slugs;
  }

  /**
   * The result of a search.
   *
   * @param code of the validation error, if there is no field
   */
  record Found(Optional<SearchField> field, String code, String message) {
    private static Found of(SearchField field) {
      return new Found(Optional.of(field), "", "");
    }

    private static Found none(String code, String message) {
      return new Found(Optional.empty(), code, message);
    }
  }

  Found find(String name) {
    if (name.startsWith(CUSTOM)) {
      String rest = name.substring(CUSTOM.length());
      int slash = rest.indexOf('/');
      return slash < 0
          ? ofWorkspace(name, rest)
          : ofApp(name, rest.substring(0, slash), rest.substring(slash + 1));
    }
    return Member.of(name)
        .map(member -> Found.of(new SearchField.OfCustomer(member)))
        .orElseGet(() -> unknown(name));
  }

  /** The same for a place that needs one value per customer: a sort or a column. */
  Found findSingle(String name) {
    Found found = find(name);
    return found.field().filter(FieldNames::isOfAllApps).isPresent()
        ? Found.none(
            "app_required",
            "%s has one value per app: write cf:<app>/%s"
                .formatted(name, name.substring(CUSTOM.length())))
        : found;
  }

  private static boolean isOfAllApps(SearchField field) {
    return field instanceof SearchField.Custom custom && custom.isOfAllApps();
  }

  private Found ofWorkspace(String name, String fieldName) {
    List<Field> fields = catalog.named(fieldName);
    Optional<Field> shared =
        fields.stream().filter(field -> field.scope() != FieldScope.APP).findFirst();
    if (shared.isPresent() || fields.size() == 1) {
      return Found.of(
          new SearchField.Custom(name, shared.orElseGet(() -> fields.get(0)), Field.NO_APP));
    }
    return fields.isEmpty() ? unknown(name) : ambiguous(name, fieldName, fields);
  }

  private Found ambiguous(String name, String fieldName, List<Field> fields) {
    return Found.none(
        "ambiguous_field",
        "%s is a field of several apps; write one of %s"
            .formatted(
                name,
                fields.stream()
                    .limit(10)
                    .map(field -> CUSTOM + slugs.get(field.ownerApp()) + "/" + fieldName)
                    .collect(Collectors.joining(", "))));
  }

  private Found ofApp(String name, String slug, String fieldName) {
    return slugs.entrySet().stream()
        .filter(app -> app.getValue().equals(slug))
        .map(Map.Entry::getKey)
        .findFirst()
        .flatMap(
            app ->
                catalog
                    .resolve(app, fieldName)
                    .map(
                        field ->
                            Found.of(new SearchField.Custom(name, field, field.valueAppOf(app)))))
        .orElseGet(() -> unknown(name));
  }

  private static Found unknown(String name) {
    return Found.none(
        "unknown_field",
        name
            + " is not a field: expected myplatformDomain, name, email, firstSeenAt, lastSeenAt,"
            + " affiliate, or cf: and the name of a custom field");
  }
}
