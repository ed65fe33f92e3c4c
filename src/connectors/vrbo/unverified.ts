/**
 * What is done by calls of which a part was put together: never at Vrbo itself unless VRBO_UNVERIFIED_CALLS says so. NOTES.md tells
 * what is known of each.
 */
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { messagesWithFiles } from './message-writes.ts'

export const unverified = { messageWrites: messagesWithFiles } satisfies Partial<VendorOperations>
