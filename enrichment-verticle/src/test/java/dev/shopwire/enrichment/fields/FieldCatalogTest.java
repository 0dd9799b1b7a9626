package dev.shopwire.enrichment.fields;

import static dev.shopwire.enrichment.fields.TestFields.APP;
import static dev.shopwire.enrichment.fields.TestFields.LIMITS;
import static dev.shopwire.enrichment.fields.TestFields.OTHER_APP;
import static dev.shopwire.enrichment.fields.TestFields.catalog;
import static dev.shopwire.enrichment.fields.TestFields.foreign;
import static dev.shopwire.enrichment.fields.TestFields.hidden;
import static dev.shopwire.enrichment.fields.TestFields.own;
import static dev.shopwire.enrichment.fields.TestFields.retyped;
import static dev.shopwire.enrichment.fields.TestFields.shared;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class FieldCatalogTest {
  private static final Field OWN = own(1, "plan", FieldType.TEXT);
  private static final Field FOREIGN = foreign(2, "plan", FieldType.NUMBER);
  private static final Field CUSTOMERS = shared(3, "plan", FieldType.BOOLEAN, FieldScope.CUSTOMERS);
  private static final Field ALL_APPS = shared(4, "seats", FieldType.NUMBER, FieldScope.ALL_APPS);

  private static StoredValue value(Field field, long app) {
    return new StoredValue(field.id(), app, "1");
  }

  @Test
  void aNameResolvesToTheAppsOwnFieldFirst() {
    FieldCatalog catalog = catalog(CUSTOMERS, FOREIGN, OWN);
    assertEquals(Optional.of(OWN), catalog.resolve(APP, "plan"));
    assertEquals(Optional.of(FOREIGN), catalog.resolve(OTHER_APP, "plan"));
    assertEquals(Optional.of(CUSTOMERS), catalog.resolve(9, "plan"));
  }

  @Test
  void aNameResolvesToASharedFieldNextAndNeverToAnotherApps() {
    assertEquals(Optional.of(CUSTOMERS), catalog(CUSTOMERS, FOREIGN).resolve(APP, "plan"));
    assertEquals(Optional.of(ALL_APPS), catalog(ALL_APPS).resolve(APP, "seats"));
    assertEquals(Optional.empty(), catalog(FOREIGN).resolve(APP, "plan"));
    assertEquals(Optional.empty(), catalog(OWN).resolve(APP, "Plan"));
    assertEquals(Optional.empty(), catalog().resolve(APP, "plan"));
  }

  @Test
  void aPrivateFieldStillAcceptsPushes() {
    Field field = hidden(CUSTOMERS);
    assertEquals(Optional.of(field), catalog(field).resolve(APP, "plan"));
  }

  @Test
  void anAppReadsItsOwnAndTheSharedFields() {
    FieldCatalog catalog = catalog(OWN, FOREIGN, ALL_APPS);
    assertEquals(Optional.of(OWN), catalog.readable(APP, value(OWN, Field.NO_APP)));
    assertEquals(Optional.empty(), catalog.readable(APP, value(FOREIGN, Field.NO_APP)));
    assertEquals(Optional.of(ALL_APPS), catalog.readable(APP, value(ALL_APPS, APP)));
    assertEquals(
        Optional.of(CUSTOMERS), catalog(CUSTOMERS).readable(APP, value(CUSTOMERS, Field.NO_APP)));
  }

  @Test
  void anAppReadsOnlyItsOwnValueOfAnAllAppsField() {
    FieldCatalog catalog = catalog(ALL_APPS);
    assertEquals(Optional.empty(), catalog.readable(APP, value(ALL_APPS, OTHER_APP)));
    assertEquals(Optional.empty(), catalog.readable(APP, value(ALL_APPS, Field.NO_APP)));
  }

  @Test
  void anOwnFieldHidesASharedFieldOfTheSameNameEvenWithoutAValue() {
    FieldCatalog catalog = catalog(OWN, CUSTOMERS);
    assertEquals(Optional.empty(), catalog.readable(APP, value(CUSTOMERS, Field.NO_APP)));
    assertEquals(
        Optional.of(CUSTOMERS), catalog.readable(OTHER_APP, value(CUSTOMERS, Field.NO_APP)));
  }

  @Test
  void aPrivateFieldIsReadOnlyByItsOwnerAndIfSharedByNoApp() {
    Field own = hidden(OWN);
    Field customers = hidden(CUSTOMERS);
    Field allApps = hidden(ALL_APPS);
    FieldCatalog catalog = catalog(own, customers, allApps);
    assertEquals(Optional.of(own), catalog.readable(APP, value(own, Field.NO_APP)));
    assertEquals(Optional.empty(), catalog.readable(OTHER_APP, value(own, Field.NO_APP)));
    assertEquals(Optional.empty(), catalog.readable(OTHER_APP, value(customers, Field.NO_APP)));
    assertEquals(Optional.empty(), catalog.readable(APP, value(allApps, APP)));
  }

  @Test
  void aValueOfADeletedFieldIsNotRead() {
    assertEquals(Optional.empty(), catalog(OWN).readable(APP, new StoredValue(99, 0, "1")));
    assertEquals(Optional.empty(), catalog(OWN).field(99));
    assertEquals(Optional.of(OWN), catalog(OWN).field(1));
  }

  @Test
  void duringAConversionValuesAreReadInTheNewType() {
    Field seats = own(1, "seats", FieldType.NUMBER);
    StoredValue five = new StoredValue(1, Field.NO_APP, "5");
    StoredValue many = new StoredValue(1, Field.NO_APP, "many");
    FieldCatalog converting = catalog(retyped(seats, FieldType.NUMBER), CUSTOMERS);
    assertTrue(converting.isConverting());
    assertEquals(Optional.of(five), converting.current(five, LIMITS));
    assertEquals(Optional.empty(), converting.current(many, LIMITS));
    StoredValue other = new StoredValue(3, Field.NO_APP, "many");
    assertEquals(Optional.of(other), converting.current(other, LIMITS));
    FieldCatalog checked = catalog(retyped(seats, FieldType.TEXT));
    assertFalse(checked.isConverting());
    assertEquals(Optional.of(many), checked.current(many, LIMITS));
  }

  @Test
  void theDefinitionsOfAnAppAreCounted() {
    FieldCatalog catalog = catalog(OWN, FOREIGN, CUSTOMERS, own(5, "b", FieldType.JSON));
    assertEquals(2, catalog.ownedBy(APP));
    assertEquals(1, catalog.ownedBy(OTHER_APP));
    assertEquals(0, catalog.ownedBy(9));
  }
}
