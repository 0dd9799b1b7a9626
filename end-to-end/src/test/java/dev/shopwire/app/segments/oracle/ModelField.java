package dev.shopwire.app.segments.oracle;

/** A custom field of the model. Its owner changes when it is promoted. */
final class ModelField {
  /** The owner of fields that are shared by all apps. */
  static final String SHARED = "";

  private final String id;
  private final String name;
  private final String type;
  private String owner;
  private String scope;

  /**
   * @param owner the slug of an app, or {@link #SHARED}
   */
  ModelField(String id, String name, String type, String owner, String scope) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.owner = owner;
    this.scope = scope;
  }

  String id() {
    return id;
  }

  String name() {
    return name;
  }

  String type() {
    return type;
  }

  String owner() {
    return owner;
  }

  boolean isShared() {
    return owner.equals(SHARED);
  }

  /** Whether each app has a value of its own. */
  boolean isPerApp() {
    return scope.equals("all-apps");
  }

  /** Whose value a push of {@code app} writes: empty unless each app has its own. */
  String valueOwner(String app) {
    return isPerApp() ? app : SHARED;
  }

  void promote() {
    owner = SHARED;
    scope = "customers";
  }

  @Override
  public String toString() {
    return (isShared() ? "" : owner + "/") + name + " (" + type + ", " + scope + ", " + id + ")";
  }
}
