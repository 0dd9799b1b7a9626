package dev.shopwire.console.pages.lists;

import dev.shopwire.common.exports.ExportContracts;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportContracts.Opened;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Export;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Offers complete lists as files. Not thread-safe; use from one event loop. */
final class ListFiles {
  /** The parameter of a page's address that asks for a list's files. */
  static final String PARAMETER = "export";

  private final Vertx vertx;

  ListFiles(Vertx vertx) {
    this.vertx = vertx;
  }

  /** The value of the parameter that asks for the files of this list. */
  static String key(ListView view) {
    return view.further() ? view.id() : "1";
  }

  /** How many rows match and where to download them, if the page was asked for that. */
  Future<Optional<Export>> asked(PageRequest request, ListView view) {
    if (!request.query().get(PARAMETER).equals(key(view))) {
      return Future.succeededFuture(Optional.empty());
    }
    ApiList list = view.list();
    OpenRequest counting =
        new OpenRequest(list.operation(), list.id(), view.parameters(), true, request.caller());
    List<Future<Opened>> parts =
        view.parts().apply(counting).entrySet().stream()
            .map(part -> ExportContracts.open(part.getKey()).call(vertx, part.getValue()))
            .toList();
    return Future.all(parts)
        .map(
            all ->
                Optional.of(
                    new Export(
                        view.id() + "-export",
                        view.further() ? "Export " + view.caption() : "Export",
                        Long.toString(
                            parts.stream().mapToLong(part -> part.result().count()).sum()),
                        file(view, "csv"),
                        file(view, "ndjson"))));
  }

  private static String file(ListView view, String format) {
    Map<String, String> all = new LinkedHashMap<>(view.parameters());
    all.put("format", format);
    return Curl.address(view.list().path(), all);
  }
}
