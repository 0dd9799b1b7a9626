/** Reads mails that may be reports (RFC 3464, RFC 5965, RFC 6533), whatever they consist of. */
@NullMarked
package dev.shopwire.automation.reports.parsing;

import org.jspecify.annotations.NullMarked;
