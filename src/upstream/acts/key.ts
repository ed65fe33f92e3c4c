import { randomUUID } from 'node:crypto'

/** Without a caller's key a crash is still resolved, but no retry can refer to the act. */
export const actKeyFor = (callerKey: string | undefined) => callerKey ?? `auto-${randomUUID()}`
