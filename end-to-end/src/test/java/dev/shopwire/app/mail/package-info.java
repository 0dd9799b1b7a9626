/** Tests of e-mail: topics, suppressed addresses. */
@NullMarked
package dev.shopwire.app.mail;

import org.jspecify.annotations.NullMarked;
