/** What the role that sends mails and the public edge share. */
@NullMarked
package dev.shopwire.common.mail;

import org.jspecify.annotations.NullMarked;
