package dev.shopwire.console.pages;

import static dev.shopwire.console.pages.PageDefinition.at;
import static dev.shopwire.console.pages.PageDefinition.behavior;
import static dev.shopwire.console.pages.PageDefinition.below;

import dev.shopwire.common.access.AccessLevel;
import java.util.Optional;

/**
 * All pages of the console. Their routes, who may use them, the navigation and the tests of access
 * come from this list. The order is that of the navigation.
 */
public enum ConsolePage {
  ROOT(at("/").readBy(AccessLevel.USER)),
  HOME(at("/console").readBy(AccessLevel.USER)),
  CHOSEN_WORKSPACE(at("/console/w").readBy(AccessLevel.USER)),
  SET_UP(at("/console/setup").readBy(AccessLevel.NONE).writtenBy(AccessLevel.NONE)),
  INVITATION(at("/console/invite").readBy(AccessLevel.NONE).writtenBy(AccessLevel.NONE)),
  RESET(at("/console/reset").readBy(AccessLevel.NONE).writtenBy(AccessLevel.NONE)),
  SIGN_IN(at("/console/sign-in").readBy(AccessLevel.NONE).writtenBy(AccessLevel.NONE)),
  SIGN_OUT(at("/console/sign-out").writtenBy(AccessLevel.USER)),
  ACCOUNT(at("/console/account").readBy(AccessLevel.USER).writtenBy(AccessLevel.USER)),
  OVERVIEW(below("").readBy(AccessLevel.ANALYST).named("Overview", MenuSection.OVERVIEW).slow()),
  CUSTOMERS(
      below("/customers")
          .readBy(AccessLevel.ANALYST)
          .named("Customers", MenuSection.CUSTOMERS)
          .slow()),
  CUSTOMER(
      below("/customers/:id")
          .about("customers")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .slow()),
  CUSTOMER_ATTRIBUTION(
      below("/customers/:id/attribution")
          .about("customers")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)),
  SEGMENTS(below("/segments").readBy(AccessLevel.ANALYST).named("Segments", MenuSection.SEGMENTS)),
  NEW_SEGMENT(
      below("/segments/new")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .named("New segment", MenuSection.SEGMENTS)
          .withSlowForms()),
  SEGMENT(
      below("/segments/:id")
          .about("segments")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .searching()),
  EDIT_SEGMENT(
      below("/segments/:id/edit")
          .about("segments")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  EVENTS(behavior("/events", "Events")),
  REPORT(behavior("/report", "Report")),
  WEB_ANALYTICS(behavior("/web", "Web analytics")),
  PAGE_VIEWS(behavior("/pages", "Pages")),
  SESSIONS(behavior("/sessions", "Sessions")),
  FUNNEL(behavior("/funnels", "Funnel")),
  RETENTION(behavior("/retention", "Retention")),
  METRICS(behavior("/metrics", "Metrics").writtenBy(AccessLevel.ADMIN)),
  PARTNER_REPORT(
      below("/revenue")
          .readBy(AccessLevel.ANALYST)
          .named("Revenue", MenuSection.REVENUE)
          .searching()),
  PARTNER_REPORT_ROWS(below("/revenue/rows").readBy(AccessLevel.ANALYST).searching()),
  AFFILIATES(
      below("/affiliates")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .named("Affiliates", MenuSection.AFFILIATES)),
  CREDITS(
      below("/affiliates/credits")
          .readBy(AccessLevel.ANALYST)
          .named("Credits", MenuSection.AFFILIATES)),
  CODE_LOG(
      below("/affiliates/log")
          .readBy(AccessLevel.ANALYST)
          .named("Code log", MenuSection.AFFILIATES)),
  AFFILIATE(
      below("/affiliates/:id")
          .about("affiliates")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)),
  WEBHOOKS(below("/webhooks").readBy(AccessLevel.ANALYST).named("Endpoints", MenuSection.WEBHOOKS)),
  NEW_WEBHOOK(
      below("/webhooks/new")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .named("New endpoint", MenuSection.WEBHOOKS)),
  /** Its form only computes. */
  WEBHOOK_SIGNATURE(
      below("/webhooks/verify")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ANALYST)
          .named("Verify a signature", MenuSection.WEBHOOKS)),
  WEBHOOK_DELIVERY(
      below("/webhooks/deliveries/:id")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .about("deliveries")),
  WEBHOOK_ENDPOINT(
      below("/webhooks/:id")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .about("webhook-endpoints")),
  WEBHOOK_REPLAY(
      below("/webhooks/:id/replay")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .about("webhook-endpoints")),
  APPS(
      below("/settings/apps")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .named("Apps", MenuSection.SETTINGS)),
  APP(
      below("/settings/apps/:id")
          .about("apps")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)),
  PARTNER_CONNECTION(
      below("/settings/apps/:id/partner")
          .about("apps")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  PARTNER_RECORDS(
      below("/settings/apps/:id/partner/records").about("apps").readBy(AccessLevel.ANALYST)),
  FIELDS(
      below("/settings/fields")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .named("Custom fields", MenuSection.SETTINGS)
          .withSlowForms()),
  PROMOTE_FIELD(
      below("/settings/fields/:id/promote")
          .about("custom-fields")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)),
  DATABASES(
      below("/settings/databases")
          .readBy(AccessLevel.ANALYST)
          .named("Databases", MenuSection.SETTINGS)),
  NEW_DATABASE(
      below("/settings/databases/new")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  DATABASE(
      below("/settings/databases/:id")
          .about("databases")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  EDIT_DATABASE(
      below("/settings/databases/:id/edit")
          .about("databases")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  NEW_LINKED_QUERY(
      below("/settings/databases/:id/new-query")
          .about("databases")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  LINKED_QUERY(
      below("/settings/linked-queries/:id")
          .about("linked-queries")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)),
  EDIT_LINKED_QUERY(
      below("/settings/linked-queries/:id/edit")
          .about("linked-queries")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  LINKED_RUN(
      below("/settings/linked-runs/:id")
          .about("linked-runs")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .withSlowForms()),
  USERS(
      below("/settings/users")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ADMIN)
          .named("Users", MenuSection.SETTINGS)),
  AUDIT(
      below("/settings/audit").readBy(AccessLevel.ADMIN).named("Audit log", MenuSection.SETTINGS)),
  VIEWS(
      below("/settings/views")
          .readBy(AccessLevel.ANALYST)
          .writtenBy(AccessLevel.ANALYST)
          .named("Saved views", MenuSection.SETTINGS)),
  WORKSPACE(
      below("/settings/workspace")
          .readBy(AccessLevel.ADMIN)
          .writtenBy(AccessLevel.ADMIN)
          .named("Workspace", MenuSection.SETTINGS)),
  SYSTEM(at("/console/system").readBy(AccessLevel.OPERATOR).named("System", MenuSection.SYSTEM));

  /** The path parameter with the id of a page's workspace. */
  public static final String WORKSPACE_PARAMETER = "workspace";

  /** The path parameter with the id of what a page is about. */
  public static final String ID_PARAMETER = "id";

  static final String WORKSPACE_PATH = "/console/w/:" + WORKSPACE_PARAMETER;

  private final String path;
  private final Optional<AccessLevel> reader;
  private final Optional<AccessLevel> writer;
  private final String resource;
  private final String menuName;
  private final Optional<MenuSection> section;
  private final ReadLimit limit;
  private final boolean hasSlowForms;

  ConsolePage(PageDefinition definition) {
    path = definition.path();
    reader = definition.reader();
    writer = definition.writer();
    resource = definition.resource();
    menuName = definition.menuName();
    section = definition.section();
    limit = definition.limit();
    hasSlowForms = definition.hasSlowForms();
    if (path.contains("/:" + ID_PARAMETER) == resource.isEmpty()) {
      throw new IllegalArgumentException(
          "The page %s needs an id in its path and the kind of its resource, or neither"
              .formatted(path));
    }
  }

  /** In the syntax of vertx-web, with {@code :name} for a parameter. */
  public String path() {
    return path;
  }

  /** The path of this page of the workspace with this id. */
  public String path(long workspaceId) {
    return path.replace(":" + WORKSPACE_PARAMETER, Long.toString(workspaceId));
  }

  /** The path of this page about the resource with this id. */
  public String path(long workspaceId, String id) {
    return path(workspaceId).replace(":" + ID_PARAMETER, PageRequest.encode(id));
  }

  /** The part of its path below that of its workspace. */
  public String pathInWorkspace() {
    return path.substring(WORKSPACE_PATH.length());
  }

  public boolean isOfWorkspace() {
    return path.startsWith(WORKSPACE_PATH);
  }

  /** The least level that may see it; empty if it can't be opened (only forms lead to it). */
  public Optional<AccessLevel> reader() {
    return reader;
  }

  /** The least level that may submit one of its forms; empty if it has none. */
  public Optional<AccessLevel> writer() {
    return writer;
  }

  /** The kind of resource whose id its path has, as in the API's paths; empty if it has none. */
  public String resource() {
    return resource;
  }

  /** How long it may take to be shown. */
  ReadLimit limit() {
    return limit;
  }

  /** Whether one of its forms may take as long as the conversion of a field. */
  boolean hasSlowForms() {
    return hasSlowForms;
  }

  /** Its name in the navigation; empty if it is reached from other pages only. */
  public String menuName() {
    return menuName;
  }

  /** The section of the navigation that lists it. */
  public Optional<MenuSection> section() {
    return section;
  }

  /** Whether the navigation of those with this level lists it. */
  boolean isListedFor(AccessLevel level) {
    return section.isPresent() && reader.filter(level::includes).isPresent();
  }
}
