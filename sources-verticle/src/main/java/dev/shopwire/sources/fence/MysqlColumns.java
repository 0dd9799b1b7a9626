package dev.shopwire.sources.fence;

import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.util.Locale;

/**
 * The columns of queries in MySQL and MariaDB: their types, and how their values are read as texts.
 */
final class MysqlColumns {
  private MysqlColumns() {}

  static QueryColumn of(ColumnDescriptor column) {
    String type = column.typeName();
    return new QueryColumn(column.name(), type.toLowerCase(Locale.ROOT), kind(type));
  }

  /**
   * @param type as the driver names it; MariaDB's json is a text
   */
  private static ColumnKind kind(String type) {
    return switch (type) {
      case "STRING", "VARSTRING", "TINY_TEXT", "TEXT", "MEDIUM_TEXT", "LONG_TEXT", "NULL" ->
          ColumnKind.TEXT;
      case "INT8", "U_INT8" -> ColumnKind.TINY;
      case "INT16", "U_INT16", "INT24", "U_INT24", "INT32", "U_INT32", "INT64", "U_INT64" ->
          ColumnKind.NUMBER;
      case "NUMERIC", "DOUBLE", "FLOAT", "YEAR" -> ColumnKind.NUMBER;
      case "BIT" -> ColumnKind.BIT;
      case "JSON" -> ColumnKind.JSON;
      case "DATE", "TIME", "DATETIME" -> ColumnKind.TIME;
      case "TIMESTAMP" -> ColumnKind.INSTANT;
      default -> ColumnKind.OTHER;
    };
  }

  /** An expression for the text of a value. */
  static String text(FencedQuery.Selected selected) {
    String column = "q.`" + selected.column().name().replace("`", "``") + "`";
    if (selected.characters() == 0) {
      return "case when " + column + " is not null then '' end";
    }
    String number = selected.column().kind() == ColumnKind.BIT ? column + " + 0" : column;
    return "left(cast(" + number + " as char), " + selected.characters() + ")";
  }
}
