/** Tests of campaigns, from their calls to the mails that a server takes. */
@NullMarked
package dev.shopwire.app.mail.campaigns;

import org.jspecify.annotations.NullMarked;
