package dev.shopwire.testing.partner;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What the emulated platform can do wrong in place of, or to, a correct response. */
public enum Fault {
  /** 429 without {@code Retry-After}. */
  TOO_MANY_REQUESTS,

  /** 429 with {@code Retry-After: 2}. */
  TOO_MANY_REQUESTS_RETRY_AFTER,

  /** 401. */
  UNAUTHORIZED,

  /** 403. */
  FORBIDDEN,

  /** 400 with words of the platform's own. */
  BAD_REQUEST,

  /** 500 with a page of HTML. */
  SERVER_ERROR,

  /** 503. */
  UNAVAILABLE,

  /** 200 with {@code errors} and without {@code data}. */
  ERRORS,

  /** 200 with {@code errors} and a part of the page. */
  ERRORS_WITH_DATA,

  /** 200 with an error of code {@code ACCESS_DENIED}. */
  ACCESS_DENIED,

  /** 200 with an error of code {@code INVALID_CURSOR}. */
  INVALID_CURSOR,

  /** 200 with an error of code {@code THROTTLED}. */
  THROTTLED,

  /** Nothing, with an open connection. */
  STALL,

  /** A byte now and then, without end. */
  DRIP,

  /** Half of the body, then the connection closes. */
  CUT_BODY,

  /** The connection closes without a response. */
  CLOSE,

  /** A body of 17 MiB. */
  HUGE_BODY,

  /** 200 with a body that is no JSON. */
  NOT_JSON,

  /** 200 with JSON that is no object. */
  JSON_ARRAY,

  /** A page whose edges are null. */
  NO_ITEMS,

  /** A page whose edges are an object. */
  ITEMS_NO_ARRAY,

  /** A page that does not say whether there are more. */
  NO_MORE_FLAG,

  /** A page that says that there are more, and has no cursor to read them. */
  NO_CURSOR,

  /** The page that was sent before, again. */
  REPEATED_PAGE,

  /** A page that has fewer items than asked for, though there are more. */
  SHORT_PAGE,

  /** A page without items, though there are more. */
  EMPTY_PAGE,

  /** A page that has its first and last item twice. */
  DUPLICATES,

  /** A correct page, with an item that lacks everything. */
  EMPTY_ITEM,

  /** A correct page with another version in the header. */
  WRONG_VERSION,

  /** A correct page without the version in the header. */
  NO_VERSION;

  /** The name in the control interface: {@code too_many_requests}. */
  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Fault of(String apiName) {
    return valueOf(apiName.toUpperCase(Locale.ROOT));
  }

  static List<String> apiNames() {
    return Arrays.stream(values()).map(Fault::apiName).toList();
  }
}
