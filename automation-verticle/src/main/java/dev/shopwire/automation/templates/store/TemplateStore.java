package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.templates.InvalidTemplateException;
import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Loads versions of templates, ready to be rendered, and keeps those that were used last. A version
 * never changes, so what is kept stays right. Not thread-safe; use from one event loop.
 */
public final class TemplateStore {
  /** Of all that are kept, in bytes; the last one is kept in any case. */
  private static final long MAX_KEPT = 16 << 20;

  private static final float LOAD_FACTOR = 0.75f;

  private final Function<Key, Future<Optional<MailSource>>> sources;
  private final TemplateWork work;
  private final long maxKept;
  private final Map<Key, List<Promise<Optional<MailTemplate>>>> loading = new HashMap<>();

  // In the order of their last use.
  private final LinkedHashMap<Key, Kept> kept = new LinkedHashMap<>(16, LOAD_FACTOR, true);
  private long keptBytes;

  public TemplateStore(SqlClient client, TemplateWork work) {
    this(
        key ->
            MailTemplateTable.version(client, key.workspaceId(), key.templateId(), key.version()),
        work,
        MAX_KEPT);
  }

  /**
   * @param sources reads the sources of a version
   */
  TemplateStore(
      Function<Key, Future<Optional<MailSource>>> sources, TemplateWork work, long maxKept) {
    this.sources = sources;
    this.work = work;
    this.maxKept = maxKept;
  }

  /** One version of a template. */
  record Key(long workspaceId, long templateId, int version) {}

  private record Kept(MailTemplate template, long size) {}

  /** How many versions are kept. */
  int count() {
    return kept.size();
  }

  /**
   * A version of a template; empty if the workspace has none such. Asked for by many at once, it is
   * loaded once. Fails with 503 while too many templates are being checked, and with 422 {@code
   * invalid_template} if a version that was valid when it was saved no longer is.
   */
  public Future<Optional<MailTemplate>> load(long workspaceId, long templateId, int version) {
    Key key = new Key(workspaceId, templateId, version);
    Kept found = kept.get(key);
    if (found != null) {
      return Future.succeededFuture(Optional.of(found.template()));
    }
    Promise<Optional<MailTemplate>> result = SharedWork.promise();
    List<Promise<Optional<MailTemplate>>> waiting = loading.get(key);
    if (waiting != null) {
      waiting.add(result);
      return result.future();
    }
    loading.put(key, new ArrayList<>(List.of(result)));
    read(key).onComplete(loaded -> complete(key, loaded));
    return result.future();
  }

  private Future<Optional<MailTemplate>> read(Key key) {
    return sources
        .apply(key)
        .compose(
            source ->
                source
                    .map(found -> work.run(key.workspaceId(), () -> parse(found)).map(Optional::of))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  private static MailTemplate parse(MailSource source) {
    try {
      return MailTemplate.parse(source);
    } catch (InvalidTemplateException e) {
      throw Failure.of(
          Code.INVALID,
          "invalid_template",
          "This version of the template is no longer valid: save the template again");
    }
  }

  private void complete(Key key, AsyncResult<Optional<MailTemplate>> loaded) {
    List<Promise<Optional<MailTemplate>>> waiting = loading.remove(key);
    if (loaded.succeeded()) {
      loaded.result().ifPresent(template -> keep(key, template));
    }
    if (waiting != null) {
      waiting.forEach(each -> each.handle(loaded));
    }
  }

  private void keep(Key key, MailTemplate template) {
    Kept added = new Kept(template, template.size());
    keptBytes += added.size();
    Iterator<Kept> oldest = kept.values().iterator();
    while (keptBytes > maxKept && oldest.hasNext()) {
      keptBytes -= oldest.next().size();
      oldest.remove();
    }
    kept.put(key, added);
  }
}
