import { sql, type RawBuilder } from 'kysely'

/**
 * True for a night that a dead process was sending. The caller holds the account's lock, so no other process
 * sends it.
 */
export const isLeftSent = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`state = 'sent' and accepted_at is null and next_attempt_at > ${now}`
