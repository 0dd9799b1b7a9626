package dev.shopwire.common.calls;

import dev.shopwire.common.bus.Contract;
import java.time.Duration;

/** What the attribution role answers. */
public final class AttributionCalls {
  /** Less than the 2 s in which a caller is owed an answer. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** More than one call decides anew: the role itself tells when a store hangs. */
  private static final Duration REEVALUATION_TIMEOUT = Duration.ofSeconds(16);

  public static final Contract<AppCall, JsonAnswer> ATTRIBUTE = of("attribute", AppCall.class);

  public static final Contract<AdminList, JsonAnswer> LIST_AFFILIATES =
      of("affiliates.list", AdminList.class);
  public static final Contract<AdminCall, JsonAnswer> CREATE_AFFILIATE =
      of("affiliates.create", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> SHOW_AFFILIATE =
      of("affiliates.show", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> CHANGE_AFFILIATE =
      of("affiliates.change", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> ADD_CODE =
      of("affiliates.codes.add", AdminCall.class);
  public static final Contract<AdminPart, JsonAnswer> CHANGE_CODE =
      of("affiliates.codes.change", AdminPart.class);

  public static final Contract<AdminCall, JsonAnswer> SHOW_EXCLUDED_SHOPS =
      of("excluded-shops.show", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> REPLACE_EXCLUDED_SHOPS =
      of("excluded-shops.replace", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> SHOW_SETTINGS =
      of("settings.show", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> CHANGE_SETTINGS =
      of("settings.change", AdminCall.class);

  public static final Contract<AdminPart, JsonAnswer> CORRECT = of("correct", AdminPart.class);
  public static final Contract<AdminList, JsonAnswer> LIST_ATTRIBUTIONS =
      of("attributions.list", AdminList.class);
  public static final Contract<LogQuery, JsonAnswer> LOG = of("log", LogQuery.class);
  public static final Contract<AdminCall, JsonAnswer> REEVALUATE =
      new Contract<>(
          "shopwire.attribution.log.reevaluate",
          AdminCall.class,
          JsonAnswer.class,
          REEVALUATION_TIMEOUT);
  public static final Contract<AdminCall, JsonAnswer> TIMELINE = of("timeline", AdminCall.class);
  public static final Contract<AdminCall, CsvAnswer> TIMELINE_CSV =
      new Contract<>(
          "shopwire.attribution.timeline.csv", AdminCall.class, CsvAnswer.class, TIMEOUT);

  public static final Contract<AdminCall, JsonAnswer> SHOW_LISTING_SOURCE =
      of("listing-source.show", AdminCall.class);

  private AttributionCalls() {}

  private static <Q> Contract<Q, JsonAnswer> of(String name, Class<Q> request) {
    return new Contract<>("shopwire.attribution." + name, request, JsonAnswer.class, TIMEOUT);
  }
}
