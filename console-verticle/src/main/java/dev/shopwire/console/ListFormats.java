package dev.shopwire.console;

import dev.shopwire.common.docs.ApiOperation;
import dev.shopwire.common.docs.ParameterCheck;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.exports.ExportedList;
import dev.shopwire.console.exports.Exports;
import dev.shopwire.console.exports.ListFormat;
import io.vertx.ext.web.RoutingContext;

/**
 * Lets every list of the console be requested as a count or a file too. Not thread-safe; use from
 * one event loop.
 */
final class ListFormats {
  private final Exports exports;
  private final ParameterCheck parameterCheck;

  ListFormats(Exports exports, ParameterCheck parameterCheck) {
    this.exports = exports;
    this.parameterCheck = parameterCheck;
  }

  /** The call of {@code operation} in all formats; {@code call} itself if it is no list. */
  ConsoleCall addTo(ApiOperation operation, ConsoleCall call) {
    if (operation.rows().isEmpty()) {
      return call;
    }
    ExportedList list = ExportedList.of(operation, call.role());
    return context -> {
      ListFormat format =
          ListFormat.of(context.queryParams().get("format"), context.queryParams().names());
      if (format == ListFormat.JSON) {
        return call.apply(context);
      }
      parameterCheck.check(context);
      return exports.open(context, list, id(context, operation), format);
    };
  }

  /** Lists of a session's user are about the session, whose id no path has. */
  private static String id(RoutingContext context, ApiOperation operation) {
    if (operation.path().contains(":")) {
      return Long.toString(PathIds.of(context));
    }
    return Callers.session(context).map(session -> Long.toString(session.id())).orElse("");
  }
}
