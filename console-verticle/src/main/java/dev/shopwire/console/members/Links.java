package dev.shopwire.console.members;

import dev.shopwire.common.tenancy.ApiKey;

/**
 * Makes the links that let people in. The token stands in the fragment, which browsers send to no
 * server.
 *
 * @param publicUrl the console's address as people's browsers see it, without a slash at the end
 */
public record Links(String publicUrl) {
  /** 256 random bits in base 62. */
  private static final int TOKEN_LENGTH = 43;

  /** The longest text that is looked up as a token. */
  static final int MAX_TOKEN_LENGTH = 200;

  static String newToken() {
    return ApiKey.random(TOKEN_LENGTH);
  }

  String invitation(String token) {
    return publicUrl + "/console/invite#token=" + token;
  }

  String passwordReset(String token) {
    return publicUrl + "/console/reset#token=" + token;
  }
}
