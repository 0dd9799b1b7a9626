package dev.shopwire.console.pages.forms;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Why a submitted form was not accepted.
 *
 * @param all in the order of the API's errors
 */
public record Faults(List<Fault> all) {
  public static final Faults NONE = new Faults(List.of());

  /**
   * A fault of a field.
   *
   * @param field its name; empty if the fault is that of the form
   * @param span the part of the field's text that it is about, if the API says which
   */
  public record Fault(String field, String message, Optional<Span> span) {
    public Fault(String field, String message) {
      this(field, message, Optional.empty());
    }
  }

  /** A part of a text, in code points. */
  public record Span(int position, int length) {}

  /** The faults that the API reports with pointers or parameters; else its message alone. */
  public static Faults of(Failure failure) {
    if (failure.errors().isEmpty()) {
      return of("", failure.message());
    }
    return new Faults(
        failure.errors().stream()
            .map(error -> new Fault(field(error), error.message(), span(error)))
            .toList());
  }

  /**
   * The same for a form with these fields: a fault in an array is that of the field with its
   * complete name, such as {@code columns.0.type}, if the form has it.
   */
  public static Faults of(Failure failure, List<Field> fields) {
    if (failure.errors().isEmpty()) {
      return of(failure);
    }
    Set<String> names = fields.stream().map(Field::name).collect(Collectors.toSet());
    return new Faults(
        failure.errors().stream()
            .map(
                error ->
                    new Fault(
                        Optional.ofNullable(error.pointer())
                            .map(Faults::complete)
                            .filter(names::contains)
                            .orElseGet(() -> field(error)),
                        error.message(),
                        span(error)))
            .toList());
  }

  private static Optional<Span> span(ValidationError error) {
    Integer position = error.position();
    Integer length = error.length();
    return position == null || length == null
        ? Optional.empty()
        : Optional.of(new Span(position, length));
  }

  public static Faults of(String field, String message) {
    return new Faults(List.of(new Fault(field, message)));
  }

  /** The message about this field, if it has a fault. */
  public Optional<String> of(Field field) {
    return all.stream()
        .filter(fault -> fault.field().equals(field.name()))
        .map(Fault::message)
        .findFirst();
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** A pointer's name in {@link Field#name()}; the items of an array have their array's name. */
  private static String field(ValidationError error) {
    String pointer = error.pointer();
    if (pointer == null) {
      return error.parameter() == null ? "" : error.parameter();
    }
    return complete(pointer.replaceFirst("/\\d+(/.*)?$", ""));
  }

  private static String complete(String pointer) {
    return pointer.replaceFirst("^/", "").replace('/', '.').replace("~1", "/").replace("~0", "~");
  }
}
