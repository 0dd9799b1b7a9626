package dev.shopwire.enrichment.contacts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.enrichment.customers.PushedEmail;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a contact that apps and the console set, each declared once: reading, storing,
 * comparing and writing them follows from the constants and their types, in their order.
 */
public enum ContactField {
  FIRST_NAME("firstName", "first_name", Type.NAME),
  LAST_NAME("lastName", "last_name", Type.NAME),
  EMAIL("email", "email", Type.EMAIL),
  ACCOUNT_OWNER("accountOwner", "account_owner", Type.FLAG),
  INSTALLER("installer", "installer", Type.FLAG),
  TAGS("tags", "tags", Type.TAGS);

  /** What a field may contain. */
  private enum Type {
    /** Text or null. */
    NAME,
    /** An e-mail address or null. */
    EMAIL,
    /** True or false, never null. */
    FLAG,
    /** A list of texts, never null. */
    TAGS
  }

  private static final int NAME_LENGTH = 1_000;
  private static final int EMAIL_LENGTH = 320;

  private final String jsonName;
  private final String column;
  private final Type type;

  /**
   * @param column of the table; a push may also use it as the field's name, as it is the one of the
   *     platform's {@code associated_user}
   */
  ContactField(String jsonName, String column, Type type) {
    this.jsonName = jsonName;
    this.column = column;
    this.type = type;
  }

  /** The name in requests, responses and webhooks. */
  public String jsonName() {
    return jsonName;
  }

  String column() {
    return column;
  }

  /** Joins a piece of SQL of each field. */
  static String join(String separator, Function<ContactField, String> sql) {
    return Arrays.stream(values()).map(sql).collect(Collectors.joining(separator));
  }

  /**
   * Reads the field of a person in a push, with either name. An invalid e-mail address or tag is
   * ignored with a warning; other validation errors are recorded in {@code person}.
   */
  PatchValue<?> readPushed(JsonInput person) {
    String sent = sentName(person);
    return switch (type) {
      case NAME -> person.optionalString(sent, NAME_LENGTH);
      case EMAIL -> PushedEmail.read(person, sent);
      case FLAG -> person.optionalBoolean(sent);
      case TAGS -> PushedTags.read(person, sent);
    };
  }

  /** The name that was sent; {@link #jsonName} takes precedence, with a warning on a conflict. */
  private String sentName(JsonInput person) {
    JsonNode value = person.value(jsonName);
    JsonNode other = person.value(column);
    if (value.isMissingNode()) {
      return other.isMissingNode() ? jsonName : column;
    }
    if (!other.isMissingNode() && !other.equals(value)) {
      person.addWarning(
          column, "conflicting_fields", "differs from " + jsonName + ", which was used instead");
    }
    return jsonName;
  }

  /** Reads the field of a person sent by the console; every invalid value is an error. */
  PatchValue<?> readStrictly(JsonInput person) {
    return switch (type) {
      case NAME -> person.optionalString(jsonName, NAME_LENGTH);
      case EMAIL -> person.optionalEmail(jsonName, EMAIL_LENGTH);
      case FLAG -> person.optionalBoolean(jsonName);
      case TAGS -> person.optionalStrings(jsonName, PushedTags.MAX, PushedTags.MAX_LENGTH);
    };
  }

  /** The value of a contact that has none. */
  @Nullable Object none() {
    return switch (type) {
      case NAME, EMAIL -> null;
      case FLAG -> false;
      case TAGS -> List.of();
    };
  }

  /** The value after a change. */
  @Nullable Object changed(PatchValue<?> change, @Nullable Object stored) {
    Object value = change.present() ? change.value() : stored;
    return value == null ? none() : value;
  }

  @Nullable Object read(Row row) {
    return switch (type) {
      case NAME, EMAIL -> row.getString(column);
      case FLAG -> row.getBoolean(column);
      case TAGS -> List.of(row.getArrayOfStrings(column));
    };
  }

  /** The type of the parameter that {@link #addTo} adds. */
  String parameterType() {
    return switch (type) {
      case NAME, EMAIL, TAGS -> "text[]";
      case FLAG -> "boolean[]";
    };
  }

  /** Adds the field of all {@code contacts} as one array. */
  void addTo(Tuple parameters, List<Contact> contacts) {
    int size = contacts.size();
    switch (type) {
      case NAME, EMAIL ->
          parameters.addArrayOfString(
              Columns.of(contacts, new String[size], contact -> contact.text(this)));
      case FLAG ->
          parameters.addArrayOfBoolean(
              Columns.of(contacts, new Boolean[size], contact -> contact.isSet(this)));
      // As JSON, since arrays of arrays must be rectangular.
      case TAGS ->
          parameters.addArrayOfString(
              Columns.of(
                  contacts,
                  new String[size],
                  contact -> Json.MAPPER.valueToTree(contact.texts(this)).toString()));
    }
  }

  /** SQL for the value in a row {@code given} of the parameters. */
  String given() {
    return switch (type) {
      case NAME, EMAIL, FLAG -> "given." + column;
      case TAGS -> "array(select jsonb_array_elements_text(given." + column + "::jsonb))";
    };
  }

  /** SQL for the bytes of UTF-8 in the column of a row of {@code contacts c}. */
  String size() {
    return switch (type) {
      case NAME, EMAIL -> "coalesce(octet_length(c." + column + "), 0)";
      case FLAG -> "0";
      case TAGS -> "octet_length(array_to_string(c." + column + ", ''))";
    };
  }
}
