package dev.shopwire.app;

import static dev.shopwire.app.StaffCalls.assertCounts;
import static dev.shopwire.app.StaffCalls.contact;
import static dev.shopwire.app.StaffCalls.contacts;
import static dev.shopwire.app.StaffCalls.get;
import static dev.shopwire.app.StaffCalls.ids;
import static dev.shopwire.app.StaffCalls.people;
import static dev.shopwire.app.StaffCalls.pointers;
import static dev.shopwire.app.StaffCalls.post;
import static dev.shopwire.app.StaffCalls.push;
import static dev.shopwire.app.UsageEventAnswers.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/staff}: what is refused, and what is merely warned of. */
@Tag("everywhere")
class StaffRefusalsIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();

  private final Tenants.App app = TENANTS.app();

  @Test
  void unknownMembersAreIgnoredAndNamedAlsoWhenNothingChanges() {
    String members = "\"staf\":[],\"staff\":[{\"id\":1,\"first_name\":\"Ada\"}]";
    for (int created : new int[] {1, 0}) {
      Answer answer = post(app, members);
      assertCounts(answer, created, 0, 1 - created, 0);
      assertEquals("/staf /staff/0/first_name", pointers(answer, "warnings"));
    }
    assertTrue(push(app, "{\"id\":2}").json().path("warnings").isMissingNode());
  }

  @Test
  void allFaultsAreToldAtOnceAndNothingIsWritten() {
    push(app, "{\"id\":1,\"firstName\":\"before\"}");
    Answer answer =
        post(
            app,
            """
            "reconcile":"yes","staff":[
              {"id":null,"firstName":"x"},
              {"id":1,"firstName":"after","tags":["ok","fine",7]},
              8,
              {"id":1.5,"email":"nobody"},
              {"id":2,"accountOwner":"true","lastName":"\\u0000"}]
            """);
    assertFails(answer, 422, "invalid_type");
    assertEquals(
        List.of(
            "/reconcile",
            "/staff/0/id",
            "/staff/1/tags/2",
            "/staff/2",
            "/staff/2/id",
            "/staff/3/email",
            "/staff/3/id",
            "/staff/4/accountOwner",
            "/staff/4/lastName"),
        List.of(pointers(answer, "errors").split(" ", -1)).stream().sorted().toList());
    assertEquals("before", contact(app, "1").path("firstName").textValue());
    assertEquals("1", ids(app));
  }

  @Test
  void aRefusedPushMakesNoCustomer() {
    assertFails(push(app, "{}"), 422, "required");
    assertFails(post(app, "\"reconcile\":true"), 422, "required");
    assertEquals(404, get(app).status());
    assertFails(
        app.api().post("/v1/staff", "{\"myplatformDomain\":\"no host\",\"staff\":[]}"),
        422,
        "invalid_domain");
    assertFails(app.api().post("/v1/staff", "{\"staff\":[}"), 400, "malformed_json");
    assertEquals(401, TENANTS.as(Map.of()).post("/v1/staff", "{}").status());
  }

  @Test
  void aThousandPeopleAreTakenAndOneMoreIsRefused() {
    assertCounts(push(app, people(1_000)), 1_000, 0, 0, 0);
    assertCounts(push(app, people(1_000)), 0, 0, 1_000, 0);
    Answer refused = push(app, people(1_001));
    assertFails(refused, 422, "too_many");
    assertEquals("/staff", pointers(refused, "errors"));
    assertEquals(1_000, contacts(app).size());
  }
}
