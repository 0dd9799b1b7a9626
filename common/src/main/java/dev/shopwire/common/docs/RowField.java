package dev.shopwire.common.docs;

/** A field of a list's rows. */
public record RowField(String name, Kind kind) {
  /** What the values of a field are. */
  public enum Kind {
    /** An app or a party: an object of an id and a slug or a name. */
    PARTY,
    /** An object of the columns that a request selects, by their names. */
    SELECTED_COLUMNS,
    OTHER
  }
}
