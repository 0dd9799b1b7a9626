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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests contracts on the event bus of one process. */
class ContractTest {
  private static final String ADDRESS = "shopwire.test.greet";
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(50);
  private static final String BUG_MESSAGE = "column \"secret\" does not exist";

  record Greet(String name, int times) {}

  record Greeting(String text, List<String> notes) {}

  /** The same request in a later version. */
  record GreetInFuture(String name, int times, List<String> titles) {}

  /** The same reply in a later version. */
  record GreetingInFuture(String text, List<String> notes, double volume) {}

  /** A reply that cannot be serialized. */
  record Unwritable(String text) {
    @Override
    public String text() {
      throw new IllegalStateException(BUG_MESSAGE);
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final Contract<Greet, Greeting> contract =
      new Contract<>(ADDRESS, Greet.class, Greeting.class, TIMEOUT);

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

  private Failure failureOf(Contract<Greet, ?> target) {
    return assertThrows(Failure.class, () -> await(target.call(vertx, new Greet("Ada", 1))));
  }

  @Test
  void aRequestWhoseCallerTimedOutLongAgoIsNotExecuted() throws TimeoutException {
    AtomicInteger executed = new AtomicInteger();
    serve(
        request -> {
          executed.incrementAndGet();
          return Future.succeededFuture(new Greeting("", List.of()));
        });
    send(System.currentTimeMillis() - TIMEOUT.toMillis() - 60_000);
    send(System.currentTimeMillis() - TIMEOUT.toMillis());
    await(contract.call(vertx, new Greet("Ada", 1)));
    assertEquals(2, executed.get(), "the late one is within the clock skew");
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
  void aRequestIsSentTheReplyOfTheAddressesHandler() throws TimeoutException {
    serve(
        request ->
            Future.succeededFuture(
                new Greeting((request.name() + " ").repeat(request.times()), List.of("ü", "😀"))));
    assertEquals(
        new Greeting("Ada Ada ", List.of("ü", "😀")),
        await(contract.call(vertx, new Greet("Ada", 2))));
  }

  @Test
  void aFailureKeepsAllItsFieldsOnTheBus() throws TimeoutException {
    List<ValidationError> errors =
        List.of(
            new ValidationError("/name", "empty", "name is empty"),
            new ValidationError("/times", "invalid_number", "times must be positive"),
            ValidationError.ofText("/text", 12, 3, "syntax_error", "expected AND, got XOR"));
    serve(request -> Future.failedFuture(Failure.invalid(errors)));
    Failure failure = failureOf(contract);
    assertEquals(Code.INVALID, failure.code());
    assertEquals("empty", failure.reason());
    assertEquals("name is empty (and 2 more, see errors)", failure.message());
    assertEquals(errors, failure.errors());
    assertEquals(Optional.empty(), failure.retryAfter());
  }

  @Test
  void aFailureKeepsItsRetryAfterOnTheBus() throws TimeoutException {
    serve(request -> Future.failedFuture(Failure.rateLimited("slower", Duration.ofMillis(250))));
    Failure failure = failureOf(contract);
    assertEquals(Code.RATE_LIMITED, failure.code());
    assertEquals(Optional.of(Duration.ofMillis(250)), failure.retryAfter());
  }

  @Test
  void aFailureKeepsItsExtensionsOnTheBus() throws TimeoutException {
    List<Map<String, String>> users = List.of(Map.of("type", "segment", "name", "\"ü\" 😀"));
    serve(
        request ->
            Future.failedFuture(
                Failure.of(Code.CONFLICT, "in_use", "It is in use")
                    .with("usedBy", users)
                    .with("count", 1)));
    Failure failure = failureOf(contract);
    assertEquals("in_use", failure.reason());
    assertEquals(Map.of("usedBy", users, "count", 1), failure.extensions());
  }

  @Test
  void extensionsThatAreTooLongForTheBusAreLeftOut() throws TimeoutException {
    String tooLong = "x".repeat(BusMessages.MAX_LENGTH);
    serve(
        request ->
            Future.failedFuture(Failure.of(Code.CONFLICT, "It is in use").with("by", tooLong)));
    Failure failure = failureOf(contract);
    assertEquals(Code.CONFLICT, failure.code());
    assertEquals("It is in use", failure.message());
    assertEquals(Map.of(), failure.extensions());
  }

  @Test
  void aFailureOfAnEarlierVersionHasNoExtensions() throws TimeoutException {
    vertx
        .eventBus()
        .consumer(
            ADDRESS,
            message ->
                message.fail(
                    409,
                    """
                    {"code":"CONFLICT","reason":"in_use","message":"It is in use","faults":[],
                     "retryAfterMillis":-1}
                    """))
        .completion()
        .await(10, TimeUnit.SECONDS);
    Failure failure = failureOf(contract);
    assertEquals("in_use", failure.reason());
    assertEquals(Map.of(), failure.extensions());
  }

  @Test
  void aReplyThatIsTooLongIsReportedAsAFailure() throws TimeoutException {
    String tooLong = "x".repeat(BusMessages.MAX_LENGTH);
    serve(request -> Future.succeededFuture(new Greeting(tooLong, List.of())));
    Failure failure = failureOf(contract);
    assertEquals(Code.INVALID, failure.code());
    assertEquals("answer_too_large", failure.reason());
    assertEquals(0, ProcessLoad.of(vertx).calls().reserved());
  }

  @Test
  void aJsonResponseIsUnchangedAndBoundedLikeEveryReply() throws TimeoutException {
    Contract<Greet, JsonResponse> relayed =
        new Contract<>(ADDRESS, Greet.class, JsonResponse.class, TIMEOUT);
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
    assertTrue(calls.tryReserve(nearlyAll));
    Failure noCapacity =
        assertThrows(Failure.class, () -> await(relayed.call(vertx, new Greet("Ada", 4 << 20))));
    assertEquals(Code.UNAVAILABLE, noCapacity.code());
    calls.release(nearlyAll);
    assertEquals(0, calls.reserved());
  }

  @Test
  void aRequestThatIsTooLongIsNotSent() throws TimeoutException {
    AtomicInteger executed = new AtomicInteger();
    serve(
        request -> {
          executed.incrementAndGet();
          return Future.succeededFuture(new Greeting("", List.of()));
        });
    String tooLong = "x".repeat(BusMessages.MAX_LENGTH);
    Failure failure =
        assertThrows(Failure.class, () -> await(contract.call(vertx, new Greet(tooLong, 1))));
    assertEquals(Code.TOO_LARGE, failure.code());
    assertEquals(0, executed.get());
  }

  @Test
  void ofTooManyErrorsOnlyTheFirstAreSent() throws TimeoutException {
    ValidationError error = new ValidationError("/name", "empty", "x".repeat(10_000));
    serve(request -> Future.failedFuture(Failure.invalid(Collections.nCopies(1_000, error))));
    Failure failure = failureOf(contract);
    assertEquals("empty", failure.reason());
    assertEquals(100, failure.errors().size());
  }

  @Test
  void aReplyWithoutCapacityIsRejectedAndReservesNothing() throws TimeoutException {
    String longText = "x".repeat(4 << 20);
    serve(request -> Future.succeededFuture(new Greeting(longText, List.of())));
    MemoryBudget calls = ProcessLoad.of(vertx).calls();
    long nearlyAll = calls.limit() - (1 << 20);
    assertTrue(calls.tryReserve(nearlyAll));
    assertEquals(Code.UNAVAILABLE, failureOf(contract).code());
    assertEquals(nearlyAll, calls.reserved());
    calls.release(nearlyAll);
    assertEquals(longText, await(contract.call(vertx, new Greet("Ada", 1))).text());
    assertEquals(0, calls.reserved());
  }

  @Test
  void aThrownFailureIsSentToo() throws TimeoutException {
    serve(
        request -> {
          throw Failure.of(Code.NOT_FOUND, "no_such_name", "No such name");
        });
    Failure failure = failureOf(contract);
    assertEquals(Code.NOT_FOUND, failure.code());
    assertEquals("no_such_name", failure.reason());
    assertEquals("No such name", failure.message());
  }

  @Test
  void withoutAHandlerTheRoleIsUnavailable() {
    Failure failure = failureOf(contract);
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertEquals(Optional.of(Duration.ofSeconds(1)), failure.retryAfter());
    assertEquals("No reachable process runs the role \"test\"", failure.message());
  }

  @Test
  void withoutAReplyInTimeTheRoleIsUnavailable() throws TimeoutException {
    serve(request -> Promise.<Greeting>promise().future());
    Failure failure =
        failureOf(new Contract<>(ADDRESS, Greet.class, Greeting.class, SHORT_TIMEOUT));
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertEquals(Optional.of(Duration.ofSeconds(1)), failure.retryAfter());
    assertEquals("The role \"test\" did not respond in time", failure.message());
  }

  @Test
  void aRequestOfANewerVersionIsRead() throws TimeoutException {
    serve(request -> Future.succeededFuture(new Greeting(request.name(), List.of())));
    Contract<GreetInFuture, Greeting> newer =
        new Contract<>(ADDRESS, GreetInFuture.class, Greeting.class, TIMEOUT);
    assertEquals(
        "Ada", await(newer.call(vertx, new GreetInFuture("Ada", 1, List.of("Lady")))).text());
  }

  @Test
  void aReplyOfANewerVersionIsRead() throws TimeoutException {
    Contract<Greet, GreetingInFuture> newer =
        new Contract<>(ADDRESS, Greet.class, GreetingInFuture.class, TIMEOUT);
    await(
        newer.serve(
            vertx,
            request ->
                Future.succeededFuture(new GreetingInFuture(request.name(), List.of(), 11.5))));
    assertEquals("Ada", await(contract.call(vertx, new Greet("Ada", 1))).text());
  }

  @Test
  void aBugIsReportedWithoutItsMessage() throws TimeoutException {
    serve(request -> Future.failedFuture(new IllegalStateException(BUG_MESSAGE)));
    assertReportedAsInternal(failureOf(contract));
  }

  @Test
  void aThrownBugIsReportedWithoutItsMessage() throws TimeoutException {
    serve(
        request -> {
          throw new IllegalStateException(BUG_MESSAGE);
        });
    assertReportedAsInternal(failureOf(contract));
  }

  @Test
  void aReplyThatCannotBeSerializedIsABugToo() throws TimeoutException {
    Contract<Greet, Unwritable> broken =
        new Contract<>(ADDRESS, Greet.class, Unwritable.class, Duration.ofSeconds(2));
    await(broken.serve(vertx, request -> Future.succeededFuture(new Unwritable("x"))));
    assertReportedAsInternal(failureOf(broken));
  }

  @Test
  void aMalformedRequestIsReportedWithoutTheParsersMessage() throws TimeoutException {
    serve(request -> Future.succeededFuture(new Greeting("never", List.of())));
    for (String body : List.of("no JSON", "[]", "{\"times\":\"many\"}")) {
      ReplyException rejection =
          assertThrows(
              ReplyException.class, () -> await(vertx.eventBus().<String>request(ADDRESS, body)));
      assertEquals(Code.INTERNAL.status(), rejection.failureCode());
      String message = String.valueOf(rejection.getMessage());
      assertFalse(message.contains("Greet") || message.contains("jackson"), message);
    }
  }

  private static void assertReportedAsInternal(Failure failure) {
    assertEquals(Code.INTERNAL, failure.code());
    assertEquals("internal", failure.reason());
    assertFalse(failure.message().contains("secret"), failure.message());
  }
}
