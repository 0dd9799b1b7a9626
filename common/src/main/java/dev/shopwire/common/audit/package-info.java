/** The audit log: who changed what, written in the transaction of the change. */
@NullMarked
package dev.shopwire.common.audit;

import org.jspecify.annotations.NullMarked;
