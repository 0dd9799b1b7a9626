/** Signing in through an identity provider (OpenID Connect). */
@NullMarked
package dev.shopwire.console.oidc;

import org.jspecify.annotations.NullMarked;
