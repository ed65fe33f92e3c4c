/** The checks of what an account answers. `certify` reports them, and the suite of every connector asserts them. */
import { answersCheck, fieldsCheck, probeCheck, unknownIdCheck } from './account-checks.ts'
import { calendarChecks } from './calendar-checks.ts'
import { channelChecks } from './channel-checks.ts'
import type { CertificationCheck } from './check.ts'
import { listChecks } from './list-checks.ts'

/** The order lets later checks use what earlier ones have read. */
export const readChecks: readonly CertificationCheck[] = [
  probeCheck,
  ...listChecks,
  ...calendarChecks,
  ...channelChecks,
  unknownIdCheck,
]

/** These only look back at the run. */
export const lastChecks: readonly CertificationCheck[] = [answersCheck, fieldsCheck]
