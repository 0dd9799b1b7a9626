/** Custom fields of customers, compared with a model of their rules. */
@NullMarked
package dev.shopwire.app.customers.fields;

import org.jspecify.annotations.NullMarked;
