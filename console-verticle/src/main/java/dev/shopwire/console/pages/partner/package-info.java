/** The pages about the platform's partner interface: connections, records and the report. */
@NullMarked
package dev.shopwire.console.pages.partner;

import org.jspecify.annotations.NullMarked;
