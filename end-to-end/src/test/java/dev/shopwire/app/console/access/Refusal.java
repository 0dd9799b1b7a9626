package dev.shopwire.app.console.access;

import dev.shopwire.testing.Http.Response;

/** How the contract says that a call is refused. */
enum Refusal {
  UNAUTHORIZED(401, "unauthorized"),
  ROLE_REQUIRED(403, "role_required"),
  SESSION_REQUIRED(403, "session_required"),
  CSRF(403, "csrf"),
  CROSS_ORIGIN(403, "cross_origin"),
  TOTP_REQUIRED(403, "totp_required"),
  UNKNOWN_ID(404, "unknown_id");

  final int status;
  final String code;

  Refusal(int status, String code) {
    this.status = status;
    this.code = code;
  }

  boolean is(Response response) {
    return response.status() == status && code(response).equals(code);
  }

  static String code(Response response) {
    return response.json().path("code").asText();
  }

  /** Whether any response says that its caller may not make the request. */
  static boolean isAny(Response response) {
    return response.status() == 401 || response.status() == 403 || response.status() == 404;
  }

  @Override
  public String toString() {
    return status + " " + code;
  }
}
