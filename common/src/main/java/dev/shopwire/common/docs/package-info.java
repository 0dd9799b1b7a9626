/** An edge's OpenAPI document, the page that renders it, and the parameter check based on it. */
@NullMarked
package dev.shopwire.common.docs;

import org.jspecify.annotations.NullMarked;
