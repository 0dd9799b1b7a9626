/**
 * Tests that the audit log has exactly the writes that were made, also if the service is killed.
 */
@NullMarked
package dev.shopwire.app.console.audit;

import org.jspecify.annotations.NullMarked;
