/** Every condition that has an alert, in the order of their runbooks. `npm run generate` writes the rules for Prometheus from it. */
import type { AlarmCondition } from './alarm-condition.ts'
import { machineConditions } from './machine-conditions.ts'
import { serverConditions } from './server-conditions.ts'
import { workConditions } from './work-conditions.ts'

export const conditions: readonly AlarmCondition[] = [
  ...serverConditions,
  ...workConditions,
  ...machineConditions,
]
