package dev.shopwire.common.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.load.MemoryBudget;
import dev.shopwire.common.load.ProcessLoad;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Over the event bus of one process. */
class ContractTest {
  private static final String ADDRESS = "shopwire.test.greet";
  private static final Duration PATIENT = Duration.ofSeconds(5);
  private static final Duration IMPATIENT = Duration.ofMillis(50);
  private static final String TEXT_OF_THE_BUG = "column \"secret\" does not exist";

  record Greet(String name, int times) {}

  record Greeting(String text, List<String> notes) {}

  /** The same request in a later version. */
  record GreetInFuture(String name, int times, List<String> titles) {}

  /** The same reply in a later version. */
  record GreetingInFuture(String text, List<String> notes, double volume) {}

  /** A reply that can't be written. */
  record Unwritable(String text) {
    @Override
    public String text() {
      throw new IllegalStateException(TEXT_OF_THE_BUG);
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final Contract<Greet, Greeting> contract =
      new Contract<>(ADDRESS, Greet.class, Greeting.class, PATIENT);

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  private void serve(Function<Greet, Future<Greeting>> handler) throws TimeoutException {
    contract.serve(vertx, handler).await(10, TimeUnit.SECONDS);
  }

  private static <T> T await(Future<T> future) throws TimeoutException {
    return future.await(10, TimeUnit.SECONDS);
  }

  private Failure refused(Contract<Greet, ?> target) {
    return assertThrows(Failure.class, () -> await(target.call(vertx, new Greet("Ada", 1))));
  }

  @Test
  void aRequestWhoseCallerGaveUpLongAgoIsNotDone() throws TimeoutException {
    AtomicInteger done = new AtomicInteger();
    serve(
        request -> {
          done.incrementAndGet();
          return Future.succeededFuture(new Greeting("", List.of()));
        });
    send(System.currentTimeMillis() - PATIENT.toMillis() - 60_000);
    send(System.currentTimeMillis() - PATIENT.toMillis());
    await(contract.call(vertx, new Greet("Ada", 1)));
    assertEquals(2, done.get(), "the late one is within the clock skew");
  }

  private void send(long sentMillis) {
    vertx
        .eventBus()
        .send(
            ADDRESS,
            "{\"name\":\"Ada\",\"times\":1}",
            new DeliveryOptions().addHeader(Contract.SENT, Long.toString(sentMillis)));
  }

  @Test
  void aRequestIsAnsweredByWhoServesTheAddress() throws TimeoutException {
    serve(
        request ->
            Future.succeededFuture(
                new Greeting((request.name() + " ").repeat(request.times()), List.of("ü", "😀"))));
    assertEquals(
        new Greeting("Ada Ada ", List.of("ü", "😀")),
        await(contract.call(vertx, new Greet("Ada", 2))));
  }

  @Test
  void aFailureTravelsWithAllItSays() throws TimeoutException {
    List<ValidationError> faults =
        List.of(
            new ValidationError("/name", "empty", "name is empty"),
            new ValidationError("/times", "invalid_number", "times must be positive"));
    serve(request -> Future.failedFuture(Failure.invalid(faults)));
    Failure failure = refused(contract);
    assertEquals(Code.INVALID, failure.code());
    assertEquals("empty", failure.reason());
    assertEquals("name is empty (and 1 more, see errors)", failure.message());
    assertEquals(faults, failure.faults());
    assertEquals(Optional.empty(), failure.retryAfter());
  }

  @Test
  void aFailureTravelsWithTheTimeToTryAgain() throws TimeoutException {
    serve(request -> Future.failedFuture(Failure.rateLimited("slower", Duration.ofMillis(250))));
    Failure failure = refused(contract);
    assertEquals(Code.RATE_LIMITED, failure.code());
    assertEquals(Optional.of(Duration.ofMillis(250)), failure.retryAfter());
  }

  @Test
  void anAnswerThatWouldBeTooLongIsAFailureThatSaysSo() throws TimeoutException {
    String tooLong = "x".repeat(BusMessages.MAX_LENGTH);
    serve(request -> Future.succeededFuture(new Greeting(tooLong, List.of())));
    Failure failure = refused(contract);
    assertEquals(Code.INVALID, failure.code());
    assertEquals("answer_too_large", failure.reason());
    assertEquals(0, ProcessLoad.of(vertx).calls().held());
  }

  @Test
  void aJsonResponseTravelsAsItIsAndIsBoundedAsEveryReply() throws TimeoutException {
    Contract<Greet, JsonResponse> relayed =
        new Contract<>(ADDRESS, Greet.class, JsonResponse.class, PATIENT);
    await(
        relayed.serve(
            vertx,
            request ->
                Future.succeededFuture(
                    new JsonResponse("{\"a\":\"" + "x".repeat(request.times()) + "\\u0022\"}"))));
    MemoryBudget calls = ProcessLoad.of(vertx).calls();
    assertEquals("{\"a\":\"xx\\u0022\"}", await(relayed.call(vertx, new Greet("Ada", 2))).json());
    Failure tooLong =
        assertThrows(
            Failure.class,
            () -> await(relayed.call(vertx, new Greet("Ada", BusMessages.MAX_LENGTH))));
    assertEquals("answer_too_large", tooLong.reason());
    long nearlyAll = calls.limit() - (1 << 20);
    assertTrue(calls.take(nearlyAll));
    Failure noCapacity =
        assertThrows(Failure.class, () -> await(relayed.call(vertx, new Greet("Ada", 4 << 20))));
    assertEquals(Code.UNAVAILABLE, noCapacity.code());
    calls.giveBack(nearlyAll);
    assertEquals(0, calls.held());
  }

  @Test
  void aRequestThatWouldBeTooLongIsNotSent() throws TimeoutException {
    AtomicInteger done = new AtomicInteger();
    serve(
        request -> {
          done.incrementAndGet();
          return Future.succeededFuture(new Greeting("", List.of()));
        });
    String tooLong = "x".repeat(BusMessages.MAX_LENGTH);
    Failure failure =
        assertThrows(Failure.class, () -> await(contract.call(vertx, new Greet(tooLong, 1))));
    assertEquals(Code.TOO_LARGE, failure.code());
    assertEquals(0, done.get());
  }

  @Test
  void ofTooManyFaultsTheFirstAreTold() throws TimeoutException {
    ValidationError fault = new ValidationError("/name", "empty", "x".repeat(10_000));
    serve(request -> Future.failedFuture(Failure.invalid(Collections.nCopies(1_000, fault))));
    Failure failure = refused(contract);
    assertEquals("empty", failure.reason());
    assertEquals(100, failure.faults().size());
  }

  @Test
  void anAnswerForWhichThereIsNoRoomIsRefusedAndHoldsNothing() throws TimeoutException {
    String longText = "x".repeat(4 << 20);
    serve(request -> Future.succeededFuture(new Greeting(longText, List.of())));
    MemoryBudget calls = ProcessLoad.of(vertx).calls();
    long nearlyAll = calls.limit() - (1 << 20);
    assertTrue(calls.take(nearlyAll));
    assertEquals(Code.UNAVAILABLE, refused(contract).code());
    assertEquals(nearlyAll, calls.held());
    calls.giveBack(nearlyAll);
    assertEquals(longText, await(contract.call(vertx, new Greet("Ada", 1))).text());
    assertEquals(0, calls.held());
  }

  @Test
  void aFailureThatIsThrownTravelsToo() throws TimeoutException {
    serve(
        request -> {
          throw Failure.of(Code.NOT_FOUND, "no_such_name", "No such name");
        });
    Failure failure = refused(contract);
    assertEquals(Code.NOT_FOUND, failure.code());
    assertEquals("no_such_name", failure.reason());
    assertEquals("No such name", failure.message());
  }

  @Test
  void whenNobodyListensTheRoleIsUnavailable() {
    Failure failure = refused(contract);
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertEquals(Optional.of(Duration.ofSeconds(1)), failure.retryAfter());
    assertEquals("No reachable process runs the role \"test\"", failure.message());
  }

  @Test
  void whenNoReplyComesInTimeTheRoleIsUnavailable() throws TimeoutException {
    serve(request -> Promise.<Greeting>promise().future());
    Failure failure = refused(new Contract<>(ADDRESS, Greet.class, Greeting.class, IMPATIENT));
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertEquals(Optional.of(Duration.ofSeconds(1)), failure.retryAfter());
    assertEquals("The role \"test\" did not respond in time", failure.message());
  }

  @Test
  void aNewerCallerIsUnderstood() throws TimeoutException {
    serve(request -> Future.succeededFuture(new Greeting(request.name(), List.of())));
    Contract<GreetInFuture, Greeting> newer =
        new Contract<>(ADDRESS, GreetInFuture.class, Greeting.class, PATIENT);
    assertEquals(
        "Ada", await(newer.call(vertx, new GreetInFuture("Ada", 1, List.of("Lady")))).text());
  }

  @Test
  void aNewerServerIsUnderstood() throws TimeoutException {
    Contract<Greet, GreetingInFuture> newer =
        new Contract<>(ADDRESS, Greet.class, GreetingInFuture.class, PATIENT);
    await(
        newer.serve(
            vertx,
            request ->
                Future.succeededFuture(new GreetingInFuture(request.name(), List.of(), 11.5))));
    assertEquals("Ada", await(contract.call(vertx, new Greet("Ada", 1))).text());
  }

  @Test
  void aBugIsToldWithoutItsText() throws TimeoutException {
    serve(request -> Future.failedFuture(new IllegalStateException(TEXT_OF_THE_BUG)));
    assertReportedAsInternal(refused(contract));
  }

  @Test
  void aBugThatIsThrownIsToldWithoutItsText() throws TimeoutException {
    serve(
        request -> {
          throw new IllegalStateException(TEXT_OF_THE_BUG);
        });
    assertReportedAsInternal(refused(contract));
  }

  @Test
  void aReplyThatCannotBeWrittenIsABugToo() throws TimeoutException {
    Contract<Greet, Unwritable> broken =
        new Contract<>(ADDRESS, Greet.class, Unwritable.class, Duration.ofSeconds(2));
    await(broken.serve(vertx, request -> Future.succeededFuture(new Unwritable("x"))));
    assertReportedAsInternal(refused(broken));
  }

  @Test
  void aMessageThatIsNoRequestIsToldWithoutTheParsersText() throws TimeoutException {
    serve(request -> Future.succeededFuture(new Greeting("never", List.of())));
    for (String body : List.of("no JSON", "[]", "{\"times\":\"many\"}")) {
      ReplyException refused =
          assertThrows(
              ReplyException.class, () -> await(vertx.eventBus().<String>request(ADDRESS, body)));
      assertEquals(Code.INTERNAL.status(), refused.failureCode());
      String message = String.valueOf(refused.getMessage());
      assertFalse(message.contains("Greet") || message.contains("jackson"), message);
    }
  }

  private static void assertReportedAsInternal(Failure failure) {
    assertEquals(Code.INTERNAL, failure.code());
    assertEquals("internal", failure.reason());
    assertFalse(failure.message().contains("secret"), failure.message());
  }
}
