package dev.shopwire.app.webhooks;

import static dev.shopwire.app.support.RecordingEndpoint.json;
import static dev.shopwire.common.outbox.Topic.REFERRAL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.InstallRows;
import dev.shopwire.app.support.InstallWarehouse;
import dev.shopwire.app.support.RecordingEndpoint;
import dev.shopwire.app.support.RecordingEndpoint.Recorded;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Tests the webhook messages about credits of shops. */
class ReferralWebhooksIT {
  private static final String SHOP = "acme.example.com";
  private static final int CONCURRENCY = 30;

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final String jane = app.affiliate("Jane", "Jane10");
  private final String john = app.affiliate("John", "JOHN10");

  private JsonNode payload(String affiliate, String at, String carrier) {
    return json(
        """
        {"affiliate":%s,"customer":{"id":"%s","myplatformDomain":"%s"},
        "attributedAt":"%s","carrier":"%s"}
        """
            .formatted(affiliate, app.customerId(SHOP), SHOP, at, carrier));
  }

  private JsonNode credit() {
    return app.console().get(app.workspace("/attributions")).json().at("/attributions/0");
  }

  @ConcurrentTest
  void aCreditWritesOneMessageAndRefusedCodesWriteNone() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app.app(), REFERRAL);
    app.sendCode(SHOP, "unknown's");
    app.sendCode(SHOP, " JANE10 ", ",\"carrier\":\"code_entry\"");
    app.sendCode(SHOP, "JOHN10");
    app.sendCode(SHOP, "JANE10");
    JsonNode payload = endpoint.recordedOnce(REFERRAL, app.app(), app.customerId(SHOP));
    assertEquals(
        payload(
            "{\"id\":\"%s\",\"name\":\"Jane\",\"code\":\"Jane10\"}".formatted(jane),
            credit().path("creditedAt").asText(),
            "code_entry"),
        payload);
  }

  @ConcurrentTest
  void manyConcurrentCodesWriteOneMessage() throws Exception {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app.app(), REFERRAL);
    ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
    List<Callable<Response>> posts =
        IntStream.range(0, CONCURRENCY)
            .<Callable<Response>>mapToObj(
                i -> () -> sendUntilAccepted(i % 2 == 0 ? "JANE10" : "JOHN10"))
            .toList();
    try {
      for (Future<Response> response : threads.invokeAll(posts)) {
        assertEquals(200, response.get().status());
      }
    } finally {
      threads.shutdownNow();
    }
    JsonNode payload = endpoint.recordedOnce(REFERRAL, app.app(), app.customerId(SHOP));
    assertEquals(credit().at("/affiliate/id").asText(), payload.at("/affiliate/id").asText());
  }

  /** As a client does: while many codes of one shop wait for each other, one may get a 503. */
  private Response sendUntilAccepted(String code) {
    List<Response> responses = new ArrayList<>();
    Poll.until(
        Duration.ofSeconds(30),
        () -> "the code was accepted: " + responses,
        () -> {
          responses.add(app.sendCode(SHOP, code));
          return responses.get(responses.size() - 1).status() != 503;
        });
    return responses.get(responses.size() - 1);
  }

  @ConcurrentTest
  void aCorrectionWritesAMessageOnlyForANewHolderOfTheCredit() {
    app.sendCode(SHOP, "JANE10");
    RecordingEndpoint endpoint = RecordingEndpoint.of(app.app(), REFERRAL);
    String customer = app.customerId(SHOP);
    app.correct(customer, jane, "to be sure");
    endpoint.assertNothingRecorded();
    app.correct(customer, john, "he was first");
    String at = credit().path("correctedAt").asText();
    app.correct(customer, "null", "fraud");
    app.correct(customer, jane, "she was first");
    List<Recorded> recorded = endpoint.recorded();
    assertEquals(2, recorded.size(), recorded::toString);
    assertEquals(
        payload("{\"id\":\"%s\",\"name\":\"John\",\"code\":null}".formatted(john), at, "manual"),
        recorded.get(0).payload());
    assertEquals("Jane", recorded.get(1).payload().at("/affiliate/name").asText());
  }

  @ConcurrentTest
  void aReevaluatedCodeWritesOneMessageAndADryRunWritesNone() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app.app(), REFERRAL);
    app.sendCode(SHOP, "late");
    String late = app.affiliate("Late", "LATE");
    app.reevaluate("{\"dryRun\":true}");
    endpoint.assertNothingRecorded();
    app.reevaluate("");
    app.reevaluate("");
    assertEquals(
        payload(
            "{\"id\":\"%s\",\"name\":\"Late\",\"code\":\"LATE\"}".formatted(late),
            credit().path("creditedAt").asText(),
            "reevaluation"),
        endpoint.recordedOnce(REFERRAL, app.app(), app.customerId(SHOP)));
  }

  @ConcurrentTest
  void onlySubscribedEndpointsGetMessages() {
    AttributionFixture sibling = app.sibling();
    RecordingEndpoint ofOtherWorkspace =
        RecordingEndpoint.inWorkspaceOf(AttributionFixture.inNewWorkspace().app(), REFERRAL);
    RecordingEndpoint ofSibling = RecordingEndpoint.of(sibling.app(), REFERRAL);
    app.sendCode(SHOP, "JANE10");
    assertEquals(0, RecordingEndpoint.messages(app.app()));
    sibling.sendCode(SHOP, "JOHN10");
    ofSibling.recordedOnce(REFERRAL, sibling.app(), app.customerId(SHOP));
    ofOtherWorkspace.assertNothingRecorded();
  }

  @ConcurrentTest
  void aRefusedPostWritesNoMessage() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app.app(), REFERRAL);
    String other = app.body(SHOP, "JANE10").replace(app.slug(), "other");
    assertEquals(422, app.post(other).status());
    endpoint.assertNothingRecorded();
  }

  @ConcurrentTest
  void creditsOfListingEventsWriteMessages() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app.app(), REFERRAL);
    Path directory = TemporaryFiles.directory("listing");
    try (InstallWarehouse warehouse = new InstallWarehouse()) {
      warehouse
          .sql()
          .run(
              """
              insert into installs (event_key, at, shop, url, phase)
              select 'e' || i, now() - interval '1 hour', 's' || i % 3 || '.example.com',
                'https://apps.example.com/x?mref=' || case i % 4 when 3 then 'no' else 'jane10' end,
                0
              from generate_series(1, 9) i
              """);
      try (ServiceProcess service =
          ServiceProcess.launch(
              directory,
              RunningService.onSharedStores(
                  warehouse.settings(app.app().workspaceId(), app.slug())))) {
        service.awaitReady();
        Poll.until(
            Duration.ofSeconds(30),
            () -> "9 events: " + endpoint.recorded(),
            () -> InstallRows.events(RunningService.shared().sql(), app.app()) == 9);
      }
    } finally {
      TemporaryFiles.delete(directory);
    }
    List<Recorded> recorded = endpoint.recorded();
    assertEquals(3, recorded.size(), recorded::toString);
    assertEquals(3, recorded.stream().map(Recorded::customerId).distinct().count());
    recorded.forEach(
        one -> {
          assertEquals(app.app().appId(), one.appId());
          assertEquals("listing", one.payload().path("carrier").asText());
          assertEquals("Jane10", one.payload().at("/affiliate/code").asText());
        });
  }
}
