/** What placeholders of mails stand for: fields, customers and contacts. */
@NullMarked
package dev.shopwire.automation.templates.recipients;

import org.jspecify.annotations.NullMarked;
