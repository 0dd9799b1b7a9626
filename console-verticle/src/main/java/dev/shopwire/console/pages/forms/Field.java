package dev.shopwire.console.pages.forms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form.
 *
 * @param name of the field in the JSON body, with dots between nested names; as filter, of the
 *     query parameter
 * @param autocomplete the value of the HTML attribute; empty for none
 * @param hint what to enter, shown below the label; empty for none
 * @param options of a select; suggestions for other kinds
 * @param row what fields that stand in one row have in common; empty for none
 */
public record Field(
    String name,
    String label,
    Kind kind,
    boolean isRequired,
    String autocomplete,
    String hint,
    List<Option> options,
    String row) {

  /** How a field is shown, and which JSON value it becomes. */
  public enum Kind {
    TEXT("text"),
    EMAIL("email"),
    SEARCH("search"),
    DATE("date"),
    PASSWORD("password"),
    /** The password once more; the API doesn't take it. */
    REPEATED_PASSWORD("password"),
    /** A token of a link, which a script fills in from the address. */
    TOKEN("text"),
    /** A code of six digits, or a recovery code. */
    CODE("text"),
    SELECT(""),
    CHECKBOX("checkbox"),
    /** Checkboxes of one name; in JSON an array of texts. */
    CHECKBOXES("checkbox"),
    /** Several text fields of one name; in JSON an array of texts. */
    TEXTS("text"),
    /** In JSON a number, as it was entered. */
    NUMBER("text"),
    TEXT_AREA(""),
    /** A text of a language, such as a condition. */
    SOURCE(""),
    /** One text per line; in JSON an array of texts. */
    LINES(""),
    /** Not shown; in JSON a text. */
    HIDDEN("hidden");

    private final String type;

    Kind(String type) {
      this.type = type;
    }

    /** The type of the input element. */
    public String type() {
      return type;
    }
  }

  /** A value to choose, and how it is shown. */
  public record Option(String value, String label) {}

  public static Field text(String name, String label) {
    return of(name, label, Kind.TEXT, "off");
  }

  public static Field email(String name, String label) {
    return of(name, label, Kind.EMAIL, "email").required();
  }

  public static Field date(String name, String label) {
    return of(name, label, Kind.DATE, "");
  }

  /**
   * @param autocomplete {@code current-password} or {@code new-password}
   */
  public static Field password(String name, String label, String autocomplete) {
    return of(name, label, Kind.PASSWORD, autocomplete).required();
  }

  /** Repeats the password field before it. */
  public static Field repeatedPassword(String name, String label) {
    return of(name, label, Kind.REPEATED_PASSWORD, "new-password").required();
  }

  public static Field token(String name, String label) {
    return of(name, label, Kind.TOKEN, "off").required();
  }

  public static Field code(String name, String label) {
    return of(name, label, Kind.CODE, "one-time-code").required();
  }

  public static Field checkbox(String name, String label) {
    return of(name, label, Kind.CHECKBOX, "");
  }

  /** A select whose options show the API's words. */
  public static Field select(String name, String label, String... words) {
    return select(name, label, Arrays.stream(words).map(word -> new Option(word, word)).toList());
  }

  public static Field select(String name, String label, List<Option> options) {
    return new Field(name, label, Kind.SELECT, false, "", "", options, "");
  }

  /** A filter's select, which may be left open. */
  public static Field choice(String name, String label, List<String> words) {
    return select(
        name,
        label,
        Stream.concat(
                Stream.of(new Option("", "any")),
                words.stream().map(word -> new Option(word, word)))
            .toList());
  }

  /** A search field, to which a shortcut leads. */
  public static Field search(String name, String label) {
    return of(name, label, Kind.SEARCH, "off");
  }

  public static Field checkboxes(String name, String label, List<Option> options) {
    return new Field(name, label, Kind.CHECKBOXES, false, "", "", options, "");
  }

  /**
   * A text field for each value of the form, of which there must be at least one.
   *
   * @param label a plural
   */
  public static Field texts(String name, String label) {
    return of(name, label, Kind.TEXTS, "off");
  }

  public static Field number(String name, String label) {
    return of(name, label, Kind.NUMBER, "off");
  }

  public static Field textArea(String name, String label) {
    return of(name, label, Kind.TEXT_AREA, "off");
  }

  /** A text of a language. */
  public static Field source(String name, String label) {
    return of(name, label, Kind.SOURCE, "off");
  }

  /** Each line is an item of an array. */
  public static Field lines(String name, String label) {
    return of(name, label, Kind.LINES, "off");
  }

  /** A value that the page gives to the form. */
  public static Field hidden(String name) {
    return of(name, name, Kind.HIDDEN, "");
  }

  private static Field of(String name, String label, Kind kind, String autocomplete) {
    return new Field(name, label, kind, false, autocomplete, "", List.of(), "");
  }

  public Field required() {
    return new Field(name, label, kind, true, autocomplete, hint, options, row);
  }

  public Field withHint(String text) {
    return new Field(name, label, kind, isRequired, autocomplete, text, options, row);
  }

  public Field withAutocomplete(String value) {
    return new Field(name, label, kind, isRequired, value, hint, options, row);
  }

  public Field withSuggestions(Stream<String> values) {
    List<Option> suggestions = values.map(value -> new Option(value, value)).toList();
    return new Field(name, label, kind, isRequired, autocomplete, hint, suggestions, row);
  }

  /** Beside the fields before and after it that are in the same row. */
  public Field inRow(String common) {
    return new Field(name, label, kind, isRequired, autocomplete, hint, options, common);
  }

  public @Nullable String autocompleteOrNull() {
    return autocomplete.isEmpty() ? null : autocomplete;
  }

  public boolean is(Kind other) {
    return kind == other;
  }

  /** Whether its submitted value is shown again after a fault. */
  public boolean isKept() {
    return kind != Kind.PASSWORD && kind != Kind.REPEATED_PASSWORD && kind != Kind.CODE;
  }

  /** The type of the input element: what is no date is shown as text. */
  public String inputType(String value) {
    return kind == Kind.DATE && !value.matches("(\\d{4}-\\d\\d-\\d\\d)?") ? "text" : kind.type();
  }

  /** The API's message about this field, which starts with its name, with its label instead. */
  public String describe(String message) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    for (String start : List.of(name, last)) {
      if (message.startsWith(start + " ")) {
        return label + message.substring(start.length());
      }
    }
    return label + ": " + message;
  }

  /** The fields, those of one row together. */
  public static List<List<Field>> rows(List<Field> fields) {
    List<List<Field>> rows = new ArrayList<>();
    String last = "";
    for (Field field : fields) {
      if (field.row().isEmpty() || !field.row().equals(last)) {
        rows.add(new ArrayList<>());
      }
      rows.get(rows.size() - 1).add(field);
      last = field.row();
    }
    return rows;
  }

  /** The ids of what describes the field in the form {@code formId}; null for nothing. */
  public @Nullable String describedBy(String formId, Optional<String> fault) {
    String id = id(formId);
    String ids = (hint.isEmpty() ? "" : id + "-hint ") + (fault.isEmpty() ? "" : id + "-fault");
    return ids.isEmpty() ? null : ids.strip();
  }

  /** The id of its element. */
  public String id(String formId) {
    return formId + "-" + name;
  }

  public boolean isTextArea() {
    return kind == Kind.TEXT_AREA || kind == Kind.SOURCE || kind == Kind.LINES;
  }

  /** The label of one of several text fields: Steps, Step 2, Step 3. */
  public String itemLabel(int index) {
    return index == 0 ? label : label.replaceFirst("s$", "") + " " + (index + 1);
  }

  /** Where a summary of faults leads: to the field, or to the first of several. */
  public String target(String formId) {
    boolean areSeveral = kind == Kind.CHECKBOXES || kind == Kind.TEXTS;
    return areSeveral ? id(formId) + "-0" : id(formId);
  }
}
