import type { Report } from './report.ts'

export interface Orders {
  seed: number
  /** How often each thing is tried. */
  rounds: number
  /** One operation alone. */
  only: string | undefined
  report: Report
  /** Whether there is time left. */
  within(): boolean
}

/** Reports what it finds, and says what it did. */
export type Drill = (orders: Orders) => Promise<string>
