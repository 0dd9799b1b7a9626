package dev.shopwire.enrichment.search;

import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldScope;

/** What a condition, a sort or a column refers to. */
sealed interface SearchField {
  /** As it was sent. */
  String name();

  Kind kind();

  /** A field of every customer. */
  record OfCustomer(Member member) implements SearchField {
    @Override
    public String name() {
      return member.apiName();
    }

    @Override
    public Kind kind() {
      return member.kind();
    }
  }

  /**
   * The values of a custom field.
   *
   * @param app whose values, for an all-apps field; {@link Field#NO_APP} for those of all apps, and
   *     for any other field
   */
  record Custom(String name, Field field, long app) implements SearchField {
    @Override
    public Kind kind() {
      return Kind.of(field.type());
    }

    /** Whether a customer may have several values. */
    boolean isOfAllApps() {
      return field.scope() == FieldScope.ALL_APPS && app == Field.NO_APP;
    }

    /** Whether values of other apps must be excluded: elsewhere they all have no app. */
    boolean isOfOneApp() {
      return field.scope() == FieldScope.ALL_APPS && app != Field.NO_APP;
    }
  }
}
