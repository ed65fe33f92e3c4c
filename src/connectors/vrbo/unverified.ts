/**
 * Parts of these calls are reconstructions: Vrbo itself is never called with them unless
 * VRBO_UNVERIFIED_CALLS says so. NOTES.md says what is known of each.
 */
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { messagesWithFiles } from './message-writes.ts'

export const unverified = { messageWrites: messagesWithFiles } satisfies Partial<VendorOperations>
