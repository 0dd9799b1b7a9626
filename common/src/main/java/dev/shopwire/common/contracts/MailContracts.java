package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the automation role about e-mail. */
public final class MailContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** A key may have to be made, which takes a second of a processor, and that may be busy. */
  private static final Duration KEY_TIMEOUT = Duration.ofSeconds(20);

  /** Some more than looking a server up, connecting to it and signing in may take. */
  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(20);

  /**
   * Longer than the check of a template may wait and take: the role itself reports a store that
   * hangs, and a check that takes too long.
   */
  private static final Duration TEMPLATE_TIMEOUT = Duration.ofSeconds(45);

  public static final Contract<AdminQuery, JsonResponse> LIST_SENDERS =
      of("mail-senders.list", AdminQuery.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_SENDER =
      of("mail-senders.create", AdminRequest.class, KEY_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> SHOW_SENDER =
      of("mail-senders.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_SENDER =
      of("mail-senders.change", AdminRequest.class, KEY_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> DELETE_SENDER =
      of("mail-senders.delete", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHECK_SENDER =
      of("mail-senders.check", AdminRequest.class, CHECK_TIMEOUT);

  public static final Contract<AdminQuery, JsonResponse> LIST_TOPICS =
      of("mail-topics.list", AdminQuery.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_TOPIC =
      of("mail-topics.create", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_TOPIC =
      of("mail-topics.change", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> DELETE_TOPIC =
      of("mail-topics.delete", AdminRequest.class);

  public static final Contract<AdminQuery, JsonResponse> LIST_SUPPRESSIONS =
      of("suppressions.list", AdminQuery.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_SUPPRESSION =
      of("suppressions.create", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> DELETE_SUPPRESSION =
      of("suppressions.delete", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> ERASE_ADDRESS =
      of("mail-erasures.create", AdminRequest.class);

  public static final Contract<AdminQuery, JsonResponse> LIST_TEMPLATES =
      of("mail-templates.list", AdminQuery.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_TEMPLATE =
      of("mail-templates.create", AdminRequest.class, TEMPLATE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> SHOW_TEMPLATE =
      of("mail-templates.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_TEMPLATE =
      of("mail-templates.change", AdminRequest.class, TEMPLATE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> DELETE_TEMPLATE =
      of("mail-templates.delete", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> PREVIEW_TEMPLATE =
      of("mail-templates.preview", AdminRequest.class, TEMPLATE_TIMEOUT);

  /** Queues a mail to one address. */
  public static final Contract<AdminRequest, JsonResponse> TEST_TEMPLATE =
      of("mail-templates.test", AdminRequest.class);

  public static final Contract<AdminRequest, JsonResponse> SHOW_SETTINGS =
      of("automation-settings.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_SETTINGS =
      of("automation-settings.change", AdminRequest.class);

  public static final Contract<AdminRequest, JsonResponse> SHOW_HEALTH =
      of("automation-health.show", AdminRequest.class);

  public static final Contract<AdminQuery, JsonResponse> LIST_MESSAGES =
      of("messages.list", AdminQuery.class);
  public static final Contract<AdminRequest, JsonResponse> SHOW_MESSAGE =
      of("messages.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> RESEND_MESSAGE =
      of("messages.resend", AdminRequest.class);

  private MailContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request) {
    return of(name, request, TIMEOUT);
  }

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request, Duration timeout) {
    return Role.AUTOMATION.contract(name, request, JsonResponse.class, timeout);
  }
}
