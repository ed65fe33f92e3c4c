import { createLog } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'

/** Short commands answer with their result, so only problems are logged unless details were requested. */
export function commandLog(): Log {
  return createLog({ level: detailed() ? 'debug' : 'warn' })
}

/** Read directly from the environment, because it also decides how a wrong setting is reported. */
export function detailed(): boolean {
  return ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
}
