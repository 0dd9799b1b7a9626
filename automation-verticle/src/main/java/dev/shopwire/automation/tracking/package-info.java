/**
 * Tracked membership of segments (docs/decisions/0013-tracking.md): who is a member is stored, and
 * each change of membership is announced once.
 *
 * <p>A change of a customer writes a row of {@code segment_pending} in its own transaction. A round
 * ({@link dev.shopwire.automation.tracking.Round}) evaluates these customers for the segments that
 * read what changed; time is looked at in slices, without rows. A segment that is slow, fails or
 * has very many customers to look at is evaluated apart from the others ({@link
 * dev.shopwire.automation.tracking.CatchUp}). {@link dev.shopwire.automation.tracking.Build} finds
 * the members of a new definition, {@link dev.shopwire.automation.tracking.DriftCheck} compares
 * members with the truth.
 *
 * <p>Everything that writes members is a REPEATABLE READ transaction that updates the segment's row
 * of {@code segment_tracking}, so that of two at once one fails and is repeated. In every snapshot
 * a current segment's members are those of its {@code time_checked_at}, but for customers that are
 * pending or queued.
 *
 * <p>Flows, once they exist, take transitions as causes: the place where they are written is {@link
 * dev.shopwire.automation.tracking.Members}, in the same transaction as the webhook messages. They
 * ask whether a condition holds for one customer by the expression that {@code Members} evaluates,
 * in a contract of {@code common/contracts}.
 */
@NullMarked
package dev.shopwire.automation.tracking;

import org.jspecify.annotations.NullMarked;
