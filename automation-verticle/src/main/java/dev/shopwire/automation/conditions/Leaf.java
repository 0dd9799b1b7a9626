package dev.shopwire.automation.conditions;

import dev.shopwire.common.events.PropertyPath;
import java.util.List;
import java.util.Optional;

/**
 * A test of what is known of a customer. The permitted records are the closed list of kinds; each
 * kind has one class in every package that treats kinds differently.
 */
public sealed interface Leaf {

  /**
   * Tests the value of a custom field.
   *
   * @param field the id of the field
   * @param app the app whose value of an all-apps field is tested; 0 for any app's value, and for
   *     fields that have one value per customer
   * @param path leads into the value of a json field
   */
  record FieldLeaf(long field, long app, Optional<PropertyPath> path, ValueTest test)
      implements Leaf {}

  /** Tests a built-in field of the customer. */
  record MemberLeaf(Member member, ValueTest test) implements Leaf {}

  /**
   * Tests the customer's usage events of one name.
   *
   * @param app whose events count; 0 for those of all apps of the workspace
   * @param window when events must have occurred
   * @param where what one and the same event must satisfy
   */
  record EventLeaf(
      long app,
      String name,
      Measure measure,
      Optional<ValueTest> window,
      List<PropertyFilter> where)
      implements Leaf {
    public EventLeaf {
      where = List.copyOf(where);
    }
  }

  /**
   * Tests the customer's page views. As {@link EventLeaf}, but for the event {@code page_view} with
   * this path.
   *
   * @param path a final {@code *} stands for any end
   */
  record PageLeaf(
      long app,
      String path,
      Measure measure,
      Optional<ValueTest> window,
      List<PropertyFilter> where)
      implements Leaf {
    public PageLeaf {
      where = List.copyOf(where);
    }
  }

  /**
   * Tests the number of the customer's sessions.
   *
   * @param app whose sessions count; 0 for those of all apps of the workspace
   * @param count a comparison with numbers
   * @param window when sessions must have started
   */
  record SessionsLeaf(long app, ValueTest count, Optional<ValueTest> window) implements Leaf {}

  /**
   * Tests the customer's contacts.
   *
   * @param count a comparison of their number; empty: there is one
   * @param where what one and the same contact must satisfy
   */
  record ContactLeaf(Optional<ValueTest> count, List<ContactFilter> where) implements Leaf {
    public ContactLeaf {
      where = List.copyOf(where);
    }
  }

  /**
   * True if the customer is credited to an affiliate.
   *
   * @param app for which app; 0 for any
   * @param where what one and the same credit must satisfy
   */
  record CreditLeaf(long app, List<CreditFilter> where) implements Leaf {
    public CreditLeaf {
      where = List.copyOf(where);
    }
  }

  /**
   * Tests what an app is to the customer's shop, by the records of the partner interface.
   *
   * @param app 0 for any app of the workspace
   * @param currency of the monthly recurring revenue; empty for any
   * @param test empty: the attribute holds now
   */
  record LifecycleLeaf(
      long app, LifecycleAttribute attribute, Optional<String> currency, Optional<ValueTest> test)
      implements Leaf {}

  /** True if the condition of another segment is. */
  record SegmentLeaf(long segment) implements Leaf {}

  /** Always true. */
  record EveryoneLeaf() implements Leaf {}

  /** A built-in field of customers. */
  enum Member {
    NAME("name"),
    EMAIL("email"),
    DOMAIN("domain"),
    FIRST_SEEN_AT("firstSeenAt"),
    LAST_SEEN_AT("lastSeenAt");

    private final String word;

    Member(String word) {
      this.word = word;
    }

    /** The name in texts and in JSON. */
    public String word() {
      return word;
    }

    public boolean isTime() {
      return this == FIRST_SEEN_AT || this == LAST_SEEN_AT;
    }
  }

  /** A condition on a property of an event. */
  record PropertyFilter(PropertyPath property, ValueTest test) {}

  /** A condition on an attribute of a contact. */
  record ContactFilter(ContactAttribute attribute, ValueTest test) {}

  /** An attribute of a contact; {@code tag} holds if one of its tags does. */
  enum ContactAttribute {
    ROLE("role"),
    TAG("tag"),
    EMAIL("email");

    private final String word;

    ContactAttribute(String word) {
      this.word = word;
    }

    /** The name in texts and in JSON. */
    public String word() {
      return word;
    }
  }

  /** What of a lifecycle is tested. */
  enum LifecycleAttribute {
    STATE("state"),
    PLAN("plan"),
    MRR("mrr"),
    INSTALLED("installed"),
    UNINSTALLED("uninstalled"),
    REINSTALLED("reinstalled"),
    PAYING("paying"),
    TRIAL("trial"),
    CANCELED("canceled"),
    TRIAL_ENDS("trial_ends");

    private final String word;

    LifecycleAttribute(String word) {
      this.word = word;
    }

    /** The name in texts and in JSON. */
    public String word() {
      return word;
    }

    /** Whether a time is compared, if anything is. */
    public boolean isTime() {
      return this != STATE && this != PLAN && this != MRR;
    }

    /** Whether it may stand without a test. */
    public boolean holdsAlone() {
      return isTime() && this != TRIAL_ENDS;
    }
  }

  /** A condition on an attribute of a credit. */
  record CreditFilter(CreditAttribute attribute, ValueTest test) {}

  /** An attribute of a credit; affiliates are compared by {@link Value.AffiliateValue}. */
  enum CreditAttribute {
    AFFILIATE("affiliate"),
    CODE("code"),
    CARRIER("carrier"),
    CREDITED_AT("creditedAt");

    private final String word;

    CreditAttribute(String word) {
      this.word = word;
    }

    /** The name in texts and in JSON. */
    public String word() {
      return word;
    }
  }
}
