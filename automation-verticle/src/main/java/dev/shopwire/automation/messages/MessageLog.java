package dev.shopwire.automation.messages;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.shopwire.automation.messages.LoggedMail.Attempt;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Reads mails with their tries and sources. Methods run on the caller's event loop. */
public final class MessageLog {
  private static final String FIND =
      "select " + LoggedMail.COLUMNS + " from mail_messages m where workspace_id = $1 and id = $2";
  // The index of a campaign's mails begins with their state.
  private static final String OF_CAMPAIGN =
      """
      select %s from unnest($1::text[]) as s (name)
      cross join lateral (
        select * from mail_messages o
        where o.workspace_id = $2 and o.campaign_id = $3 and o.state = s.name and o.id < $4
        order by o.id desc limit $5
      ) m
      order by m.id desc limit $5
      """
          .formatted(LoggedMail.COLUMNS);
  private static final String ATTEMPTS =
      """
      select message_id, at, code, enhanced_code, reply, outcome from mail_attempts
      where workspace_id = $1 and message_id = any($2) order by message_id, id
      """;
  private static final String SOURCE =
      "select source from mail_sources where workspace_id = $1 and message_id = $2";

  private MessageLog() {}

  /** All that the filter selects, newest first. */
  static String all(MessageFilter filter, long workspaceId, SqlParameters parameters) {
    return "select "
        + LoggedMail.COLUMNS
        + " from mail_messages m where "
        + filter.sql(workspaceId, parameters)
        + " order by m.id desc";
  }

  /** Newest first, below the id {@code before}. */
  static Future<List<Map<String, @Nullable Object>>> page(
      SqlClient client,
      Caller reader,
      long workspaceId,
      MessageFilter filter,
      long before,
      int take) {
    if (filter.campaignAlone().isPresent()) {
      return client
          .preparedQuery(OF_CAMPAIGN)
          .execute(
              Tuple.tuple()
                  .addArrayOfString(MessageFilter.STATES.toArray(String[]::new))
                  .addLong(workspaceId)
                  .addLong(filter.campaignAlone().get())
                  .addLong(before)
                  .addLong((long) take))
          .compose(rows -> json(client, reader, workspaceId, Rows.list(rows, row -> row)));
    }
    SqlParameters parameters = new SqlParameters();
    String sql =
        "select "
            + LoggedMail.COLUMNS
            + " from mail_messages m where "
            + filter.sql(workspaceId, parameters)
            + " and m.id < "
            + parameters.add(before)
            + " order by m.id desc limit "
            + parameters.add((long) take);
    return client
        .preparedQuery(sql)
        .execute(parameters.tuple())
        .compose(rows -> json(client, reader, workspaceId, Rows.list(rows, row -> row)));
  }

  /** The rows as the reader may see them. */
  static Future<List<Map<String, @Nullable Object>>> json(
      SqlClient client, Caller reader, long workspaceId, List<Row> rows) {
    List<LoggedMail> mails = rows.stream().map(LoggedMail::read).toList();
    Long[] ids = mails.stream().map(logged -> logged.mail().id()).toArray(Long[]::new);
    return client
        .preparedQuery(ATTEMPTS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(ids))
        .map(
            attempts -> {
              Map<Long, List<Attempt>> byMail =
                  Rows.list(attempts, Attempt::read).stream()
                      .collect(Collectors.groupingBy(Attempt::messageId));
              return mails.stream()
                  .map(
                      logged ->
                          logged.json(
                              byMail.getOrDefault(logged.mail().id(), List.of()),
                              reader.seesPrivateFields()))
                  .toList();
            });
  }

  /** Fails with 404 if the workspace has no such mail. */
  public static Future<Map<String, @Nullable Object>> require(
      SqlClient client, Caller reader, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .compose(rows -> json(client, reader, workspaceId, Rows.list(rows, row -> row)))
        .map(
            found -> {
              if (found.isEmpty()) {
                throw Failure.notFound("message");
              }
              return found.get(0);
            });
  }

  /** The mail as it was sent last, deflated; empty if it was not. */
  static Future<Optional<Buffer>> source(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(SOURCE)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, row -> row.getBuffer("source")));
  }

  /** Takes too long for an event loop. */
  static String inflated(Buffer source) {
    try (InflaterInputStream in =
        new InflaterInputStream(new ByteArrayInputStream(source.getBytes()))) {
      return new String(in.readAllBytes(), US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
