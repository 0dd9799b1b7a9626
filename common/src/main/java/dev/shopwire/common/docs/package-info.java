/** An edge's OpenAPI document and the page that renders it. */
@NullMarked
package dev.shopwire.common.docs;

import org.jspecify.annotations.NullMarked;
