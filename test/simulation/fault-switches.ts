/** The kinds of trouble that a run has. Switching them off one by one shows which of them a failure needs. */
export const faultKinds = [
  'slow-database',
  'slow-vendor',
  'lost-request',
  'lost-answer',
  'vendor-error',
  'twice-told',
  'crash',
  'database-lost',
  'wrong-clock',
] as const

export type SimulatedFault = (typeof faultKinds)[number]
export type FaultSwitches = ReadonlySet<SimulatedFault>
