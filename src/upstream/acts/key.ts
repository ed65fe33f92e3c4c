/** Under which key a thing is done once. */
import { randomUUID } from 'node:crypto'

/** Without a key of the caller's a crash is still found out, only nobody can ask for it again. */
export const actKeyFor = (given: string | undefined) => given ?? `auto-${randomUUID()}`
