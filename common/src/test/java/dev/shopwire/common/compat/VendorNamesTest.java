package dev.shopwire.common.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.outbox.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VendorNamesTest {
  @ParameterizedTest
  @CsvSource({
    "event_name, eventName",
    "event_id, eventId",
    "myshopifyDomain, myplatformDomain",
  })
  void namesOfThePreviousVendorAreTranslated(String vendorName, String expected) {
    assertEquals(expected, VendorNames.fieldName(vendorName));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eventName",
        "eventId",
        "myplatformDomain",
        "customerId",
        "events",
        "Event_Name",
        "eventname",
        "event_name ",
        ""
      })
  void everyOtherNameIsUnchanged(String name) {
    assertEquals(name, VendorNames.fieldName(name));
  }

  @ParameterizedTest
  @CsvSource({
    "customers/installed, apps/installed",
    "customers/unsubscribed, subscriptions/canceled",
    "subscriptions/activate, subscriptions/activated",
    "apps/installed, apps/installed",
    "contacts/created, contacts/created"
  })
  void topicsOfThePreviousVendorAreTranslated(String vendorName, String expected) {
    assertEquals(expected, VendorNames.topic(vendorName));
  }

  @Test
  void everyTopicThatIsTranslatedIsOneOfOurs() {
    VendorNames.TOPICS
        .values()
        .forEach(topic -> assertTrue(Topic.of(topic).isPresent(), () -> topic));
  }
}
