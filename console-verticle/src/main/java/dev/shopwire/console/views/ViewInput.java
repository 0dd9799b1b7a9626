package dev.shopwire.console.views;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.console.views.SavedViews.Content;
import java.util.Objects;

/** What a request to create or change a saved view says. */
record ViewInput(
    PatchValue<String> name,
    PatchValue<String> page,
    PatchValue<String> query,
    PatchValue<Boolean> shared) {
  private static final int NAME_LENGTH = 100;
  private static final int PAGE_LENGTH = 200;
  private static final int QUERY_LENGTH = 8_000;
  private static final String PAGE_FORM = "/|/?[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*";

  /** Characters that end a query string or can't be part of one. */
  private static final String QUERY_FORM = "[^#\\s\\p{Cntrl}]*";

  private static final Content NONE = new Content("", "", "", false);

  /**
   * @throws Failure 422 if a field is invalid
   */
  static Content ofNew(byte[] body) {
    JsonInput input = JsonInput.strict(body);
    ViewInput view = read(input);
    requirePresent(input, "name", view.name());
    requirePresent(input, "page", view.page());
    input.throwIfInvalid();
    return view.applyTo(NONE);
  }

  /**
   * @throws Failure 422 if a field is invalid
   */
  static ViewInput ofChange(byte[] body) {
    JsonInput input = JsonInput.strict(body);
    ViewInput view = read(input);
    input.throwIfInvalid();
    return view;
  }

  private static ViewInput read(JsonInput input) {
    PatchValue<Boolean> shared = input.optionalBoolean("shared");
    if (shared.present() && shared.value() == null) {
      input.addError("shared", "invalid_type", "must be true or false");
    }
    return new ViewInput(
        required(input, "name", NAME_LENGTH),
        form(
            input,
            "page",
            required(input, "page", PAGE_LENGTH),
            PAGE_FORM,
            "must be the path of a page below its workspace, such as /customers"),
        form(
            input,
            "query",
            input.optionalString("query", QUERY_LENGTH),
            QUERY_FORM,
            "must be a query string"),
        shared);
  }

  /** A field that may be absent but not null or blank. */
  private static PatchValue<String> required(JsonInput input, String name, int max) {
    return input.value(name).isMissingNode()
        ? PatchValue.absent()
        : PatchValue.of(input.requiredString(name, max));
  }

  private static PatchValue<String> form(
      JsonInput input, String name, PatchValue<String> given, String form, String problem) {
    String text = given.value();
    if (text != null && !text.matches(form)) {
      input.addError(name, "invalid_" + name, problem);
    }
    return given;
  }

  private static void requirePresent(JsonInput input, String name, PatchValue<String> given) {
    if (!given.present()) {
      input.addError(name, "required", "is required");
    }
  }

  Content applyTo(Content stored) {
    return new Content(
        Objects.requireNonNull(name.applyTo(stored.name())),
        Objects.requireNonNull(page.applyTo(stored.page())),
        Objects.requireNonNullElse(query.applyTo(stored.query()), ""),
        Boolean.TRUE.equals(shared.applyTo(stored.shared())));
  }
}
