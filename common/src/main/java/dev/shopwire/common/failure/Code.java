package dev.shopwire.common.failure;

/**
 * The kinds of failure, each with its HTTP status (docs/api/README.md). Clients treat every 4xx but
 * 429 as final, so a failure that a retry can cure must not be another 4xx.
 */
public enum Code {
  MALFORMED(400, "Malformed request", "malformed"),
  UNAUTHORIZED(401, "Unauthorized", "unauthorized"),
  FORBIDDEN(403, "Forbidden", "forbidden"),
  NOT_FOUND(404, "Not found", "not_found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed", "method_not_allowed"),
  CONFLICT(409, "Conflict", "conflict"),
  TOO_LARGE(413, "Content too large", "too_large"),
  ADDRESS_TOO_LONG(414, "Address too long", "address_too_long"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type", "unsupported_media_type"),
  INVALID(422, "Invalid request", "invalid"),
  RATE_LIMITED(429, "Too many requests", "rate_limited"),
  HEADERS_TOO_LARGE(431, "Headers too large", "headers_too_large"),
  INTERNAL(500, "Internal error", "internal"),
  UNAVAILABLE(503, "Service unavailable", "unavailable");

  private final int status;
  private final String title;
  private final String id;

  Code(int status, String title, String id) {
    this.status = status;
    this.title = title;
    this.id = id;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  public String id() {
    return id;
  }
}
