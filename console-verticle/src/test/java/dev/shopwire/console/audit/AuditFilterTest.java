package dev.shopwire.console.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.audit.AuditCriteria;
import dev.shopwire.common.audit.AuditCriteria.ActorRef;
import dev.shopwire.common.audit.AuditCriteria.ObjectRef;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.query.Query;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the filters of the audit log are read. */
class AuditFilterTest {
  private static AuditCriteria read(Map<String, String> parameters) {
    Query query = new Query(parameters);
    AuditCriteria criteria = AuditFilter.read(query, OptionalLong.of(7));
    query.throwIfInvalid();
    return criteria;
  }

  @ParameterizedTest
  @CsvSource({
    "12, USER, 12",
    "user/12, USER, 12",
    "token/3, TOKEN, 3",
    "admin_token, ADMIN_TOKEN,",
    "' system ', SYSTEM,"
  })
  void anActorIsATypeAndAnId(String text, Actor.Type type, String id) {
    assertEquals(Optional.of(new ActorRef(type, id)), read(Map.of("actor", text)).actor());
  }

  @Test
  void anObjectsIdMayContainAnything() {
    assertEquals(
        Optional.of(new ObjectRef("code", "a/b c")), read(Map.of("object", "code/a/b c")).object());
  }

  @Test
  void daysAreThoseOfTheTimeZone() {
    AuditCriteria criteria =
        read(
            Map.of(
                "startDate", "2026-03-29",
                "endDate", "2026-03-29",
                "timezone", "europe/zurich"));
    assertEquals(Optional.of(Instant.parse("2026-03-28T23:00:00Z")), criteria.start());
    assertEquals(Optional.of(Instant.parse("2026-03-29T22:00:00Z")), criteria.end());
  }

  @Test
  void withoutParametersThereIsNoConditionButTheWorkspace() {
    assertEquals(
        new AuditCriteria(
            OptionalLong.of(7),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        read(Map.of("actor", " ", "action", "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"me", "user/", "users/1", "user/x", "1/2", "admin_token/1"})
  void anInvalidActorIsReported(String text) {
    Failure failure = assertThrows(Failure.class, () -> read(Map.of("actor", text)));
    assertEquals("invalid_actor", failure.reason());
  }

  @Test
  void allFaultsAreReportedTogether() {
    Failure failure =
        assertThrows(
            Failure.class,
            () -> read(Map.of("actor", "x", "action", "changed", "object", "affiliate")));
    assertEquals(
        List.of("actor", "action", "object"),
        failure.errors().stream().map(ValidationError::parameter).toList());
  }
}
