package dev.shopwire.automation.definitions;

import java.time.ZoneId;
import java.util.Optional;

/**
 * Where a customer's time zone is found.
 *
 * @param field the custom field whose value names it; empty to use the fallback for all customers
 * @param fallback used where the field names no zone
 */
public record ZoneChoice(Optional<FieldRef> field, ZoneId fallback) {}
