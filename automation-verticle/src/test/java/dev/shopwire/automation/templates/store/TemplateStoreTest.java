package dev.shopwire.automation.templates.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TemplateStoreTest {
  private final Vertx vertx = Vertx.vertx();
  private final Context eventLoop = vertx.getOrCreateContext();
  private final List<TemplateStore.Key> read = new ArrayList<>();

  @AfterEach
  void close() throws TimeoutException {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) throws TimeoutException {
    return future.await(10, TimeUnit.SECONDS);
  }

  /** The result of a step on the event loop, as all of them must be. */
  private <T> T step(Callable<Future<T>> step) throws TimeoutException {
    Promise<T> done = Promise.promise();
    eventLoop.runOnContext(
        go -> {
          try {
            step.call().onComplete(done);
          } catch (Exception e) {
            done.fail(e);
          }
        });
    return await(done.future());
  }

  private Future<Optional<MailSource>> source(TemplateStore.Key key) {
    read.add(key);
    return Future.succeededFuture(
        key.version() == 0
            ? Optional.empty()
            : Optional.of(MailSource.ofHtml("Version " + key.version(), "<p>x</p>")));
  }

  private TemplateStore store(long maxKept) throws TimeoutException {
    return step(
        () ->
            Future.succeededFuture(
                new TemplateStore(this::source, new TemplateWork(vertx), maxKept)));
  }

  @Test
  void aVersionIsLoadedOnceForAllWhoAskAtOnce() throws TimeoutException {
    TemplateStore store = store(1 << 20);
    List<Future<Optional<MailTemplate>>> loads = new ArrayList<>();
    step(
        () -> {
          for (int i = 0; i < 10; i++) {
            loads.add(store.load(1, 2, 3));
          }
          return Future.all(loads);
        });
    MailTemplate first = loads.get(0).result().orElseThrow();
    loads.forEach(load -> assertSame(first, load.result().orElseThrow()));
    assertSame(first, step(() -> store.load(1, 2, 3)).orElseThrow());
    assertEquals(List.of(new TemplateStore.Key(1, 2, 3)), read);
    assertEquals("Version 3", first.render(path -> Optional.empty()).subject());
  }

  @Test
  void anUnknownVersionIsLookedUpAgain() throws TimeoutException {
    TemplateStore store = store(1 << 20);
    assertEquals(Optional.empty(), step(() -> store.load(1, 2, 0)));
    assertEquals(Optional.empty(), step(() -> store.load(1, 2, 0)));
    assertEquals(2, read.size());
  }

  @Test
  void theVersionsThatWereUsedLastAreKept() throws TimeoutException {
    TemplateStore large = store(1 << 20);
    long size = step(() -> large.load(1, 1, 1)).orElseThrow().size();
    read.clear();
    TemplateStore store = store(2 * size);
    step(() -> store.load(1, 1, 1));
    step(() -> store.load(1, 1, 2));
    step(() -> store.load(1, 1, 1));
    step(() -> store.load(1, 1, 3));
    assertEquals(2, store.count());
    step(() -> store.load(1, 1, 1));
    assertEquals(List.of(1, 2, 3), read.stream().map(TemplateStore.Key::version).toList());
    step(() -> store.load(1, 1, 2));
    assertEquals(List.of(1, 2, 3, 2), read.stream().map(TemplateStore.Key::version).toList());
  }

  @Test
  void anInvalidSourceIsRefusedAndNotKept() throws TimeoutException {
    TemplateStore store =
        step(
            () ->
                Future.succeededFuture(
                    new TemplateStore(
                        key -> Future.succeededFuture(Optional.of(MailSource.ofHtml("{{", "x"))),
                        new TemplateWork(vertx),
                        1 << 20)));
    Failure refused = assertThrows(Failure.class, () -> step(() -> store.load(1, 1, 1)));
    assertEquals(Code.INVALID, refused.code());
    assertEquals("invalid_template", refused.reason());
    assertEquals(0, store.count());
  }

  @Test
  void longTemplatesCountForMore() throws Exception {
    long small = MailTemplate.parse(MailSource.ofHtml("x", "<p>x</p>")).size();
    long large =
        MailTemplate.parse(MailSource.ofHtml("x", "<p>" + "a b ".repeat(1_000) + "</p>")).size();
    assertTrue(large > small + 100_000, () -> large + " of " + small);
  }
}
