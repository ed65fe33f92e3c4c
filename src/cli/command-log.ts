import { createLog } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'

/** Short commands answer with their result; only what is wrong is worth a line more, unless details were asked for. */
export function commandLog(): Log {
  return createLog({ level: detailed() ? 'debug' : 'warn' })
}

/** Read directly: it also decides how a wrong setting is reported. */
export function detailed(): boolean {
  return ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
}
