/** DKIM (RFC 6376): keys, their DNS records and signatures of mails. */
@NullMarked
package dev.shopwire.automation.mail.dkim;

import org.jspecify.annotations.NullMarked;
