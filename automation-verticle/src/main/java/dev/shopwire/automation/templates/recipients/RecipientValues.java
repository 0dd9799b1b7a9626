package dev.shopwire.automation.templates.recipients;

import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.language.UsedPath;
import dev.shopwire.automation.templates.recipients.TemplateFields.Target;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.automation.templates.rendering.Values;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a template shows of some recipients, as it is at one time: of custom fields only those that
 * the template names. Private ones too: who writes templates sees them. Once read, immutable and
 * thread-safe.
 */
public final class RecipientValues {
  /** Of recipients that are read at once, so that their values are at most some 25 MB. */
  public static final int MAX_RECIPIENTS = 100;

  /** Of a customer's values together, in bytes; a mail may have a megabyte. */
  public static final int MAX_VALUES = 256 << 10;

  private final Map<TemplatePath, Target> fields;
  private final Map<Long, Customer> customers = new HashMap<>();
  private final Map<Recipient, Contact> contacts = new HashMap<>();
  private final Map<FieldOf, TemplateValue> values = new HashMap<>();
  private final Set<Long> tooLarge = new HashSet<>();

  private RecipientValues(Map<TemplatePath, Target> fields) {
    this.fields = fields;
  }

  private record Customer(String domain, @Nullable String name, @Nullable String email) {}

  private record Contact(
      @Nullable String firstName, @Nullable String lastName, @Nullable String email, String role) {
    static final Contact NONE = new Contact(null, null, null, "");
  }

  private record FieldOf(long customerId, long fieldId, long app) {}

  /** Reads as much as a mail may show: {@link #MAX_VALUES} bytes of values for each recipient. */
  public static Future<RecipientValues> read(
      SqlClient client, long workspaceId, MailTemplate template, Collection<Recipient> recipients) {
    return read(client, workspaceId, template, recipients, MAX_VALUES);
  }

  /**
   * Reads what {@code template} shows of recipients, with at most five statements. Runs on the
   * caller's event loop.
   *
   * @param client a connection with a transaction, if all is to be of one moment
   * @param recipients at most {@link #MAX_RECIPIENTS}
   * @param maxValues of one customer's values together, in bytes: more are too large
   */
  public static Future<RecipientValues> read(
      SqlClient client,
      long workspaceId,
      MailTemplate template,
      Collection<Recipient> recipients,
      int maxValues) {
    if (recipients.size() > MAX_RECIPIENTS) {
      throw new IllegalArgumentException("too many recipients: " + recipients.size());
    }
    List<TemplatePath.Field> paths =
        template.used().stream()
            .map(UsedPath::path)
            .filter(TemplatePath.Field.class::isInstance)
            .map(TemplatePath.Field.class::cast)
            .distinct()
            .toList();
    return TemplateFields.read(client, workspaceId, paths)
        .compose(known -> read(client, workspaceId, targets(paths, known), recipients, maxValues));
  }

  private static Map<TemplatePath, Target> targets(
      List<TemplatePath.Field> paths, TemplateFields known) {
    Map<TemplatePath, Target> targets = new LinkedHashMap<>();
    paths.forEach(path -> known.find(path).target().ifPresent(found -> targets.put(path, found)));
    return targets;
  }

  private static Future<RecipientValues> read(
      SqlClient client,
      long workspaceId,
      Map<TemplatePath, Target> fields,
      Collection<Recipient> recipients,
      int maxValues) {
    List<Long> ids = recipients.stream().map(Recipient::customerId).distinct().toList();
    List<Target> targets = fields.values().stream().distinct().toList();
    RecipientValues read = new RecipientValues(fields);
    Future<Void> customers =
        RecipientRows.customers(client, workspaceId, ids).map(read::addCustomers);
    Future<Void> contacts =
        recipients.stream().noneMatch(Recipient::hasContact)
            ? Future.succeededFuture()
            : RecipientRows.contacts(client, workspaceId, recipients).map(read::addContacts);
    Future<Void> values =
        targets.isEmpty()
            ? Future.succeededFuture()
            : RecipientRows.values(client, workspaceId, ids, targets, maxValues)
                .map(rows -> read.addValues(rows, targets));
    return Transactions.join(List.of(customers, contacts, values)).map(read);
  }

  private @Nullable Void addCustomers(RowSet<Row> rows) {
    for (Row row : rows) {
      customers.put(
          row.getLong("id"),
          new Customer(row.getString("domain"), row.getString("name"), row.getString("email")));
    }
    return null;
  }

  private @Nullable Void addContacts(RowSet<Row> rows) {
    for (Row row : rows) {
      contacts.put(
          new Recipient(row.getLong("customer_id"), row.getLong("id")),
          new Contact(
              row.getString("first_name"),
              row.getString("last_name"),
              row.getString("email"),
              row.getString("role")));
    }
    return null;
  }

  private @Nullable Void addValues(RowSet<Row> rows, List<Target> targets) {
    Map<Long, Target> byId = new HashMap<>();
    targets.forEach(target -> byId.put(target.field().id(), target));
    for (Row row : rows) {
      long customerId = row.getLong("customer_id");
      long fieldId = row.getLong("field_id");
      Target target = byId.get(fieldId);
      if (row.getBoolean("too_large")) {
        tooLarge.add(customerId);
      } else if (target != null) {
        RecipientRows.value(row, target.field().type())
            .ifPresent(
                value -> values.put(new FieldOf(customerId, fieldId, row.getLong("app")), value));
      }
    }
    return null;
  }

  /** Whether there are such a customer and contact. */
  public boolean has(Recipient recipient) {
    return customers.containsKey(recipient.customerId())
        && (!recipient.hasContact() || contacts.containsKey(recipient));
  }

  /** Whether the values are too large for a mail; then they were not read. */
  public boolean isTooLarge(Recipient recipient) {
    return tooLarge.contains(recipient.customerId());
  }

  /**
   * The values of a mail to a recipient; empty if there is no such customer or contact any more.
   */
  public Optional<Values> of(Recipient recipient, Occasion occasion) {
    Customer customer = customers.get(recipient.customerId());
    Contact contact = recipient.hasContact() ? contacts.get(recipient) : Contact.NONE;
    return customer == null || contact == null
        ? Optional.empty()
        : Optional.of(path -> find(path, recipient, customer, contact, occasion));
  }

  private Optional<TemplateValue> find(
      TemplatePath path,
      Recipient recipient,
      Customer customer,
      Contact contact,
      Occasion occasion) {
    if (path instanceof TemplatePath.EventProperty property) {
      return occasion.property(property.path());
    } else if (path instanceof TemplatePath.Field field) {
      return Optional.ofNullable(fields.get(field))
          .map(
              target ->
                  values.get(
                      new FieldOf(recipient.customerId(), target.field().id(), target.app())));
    }
    String text =
        switch ((TemplatePath.Fixed) path) {
          case CUSTOMER_NAME -> customer.name();
          case CUSTOMER_EMAIL -> customer.email();
          case CUSTOMER_DOMAIN -> customer.domain();
          case CONTACT_FIRST_NAME -> contact.firstName();
          case CONTACT_LAST_NAME -> contact.lastName();
          case CONTACT_EMAIL -> contact.email();
          case CONTACT_ROLE -> contact.role();
          case UNSUBSCRIBE_URL -> occasion.unsubscribeUrl();
          case PREFERENCES_URL -> occasion.preferencesUrl();
        };
    return Optional.ofNullable(text).flatMap(TemplateValue::of);
  }
}
