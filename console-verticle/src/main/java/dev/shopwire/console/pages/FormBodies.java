package dev.shopwire.console.pages;

import dev.shopwire.common.http.BodyReader;

/**
 * Reads submitted forms.
 *
 * @param ofUsers of those who are signed in
 * @param ofAnyone of everyone else, with a smaller limit
 */
public record FormBodies(BodyReader ofUsers, BodyReader ofAnyone) {}
