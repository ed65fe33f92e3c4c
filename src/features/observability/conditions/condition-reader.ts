/** Reads the figures of conditions for all who ask within a few seconds: scrapes of several Prometheus servers, and the status page. */
import type { Services } from '../../../services.ts'
import { ownProcessId } from '../processes/own-process-id.ts'
import { CertificateWatch } from './certificate-watch.ts'
import { readFigures, type FigureReport } from './figures.ts'

const freshMs = 5_000

type ReaderDeps = Pick<Services, 'db' | 'clock' | 'config' | 'pool' | 'vitals'>
export type ConditionReader = () => Promise<FigureReport>

/** By the pool: one of each process, and of each server of a test. */
const readers = new WeakMap<object, ConditionReader>()

export function conditionReader(services: ReaderDeps): ConditionReader {
  const known = readers.get(services.pool)
  if (known) return known
  const { db, clock, config, vitals } = services
  const watch = new CertificateWatch(config)
  const deps = {
    ...{ db, clock, config, instance: ownProcessId() },
    readVitals: () => vitals.read(),
    readCertificates: (now: Date) => watch.read(now),
  }
  let latest: { at: number; report: Promise<FigureReport> } | undefined
  const read = () => {
    const at = clock.monotonicMs()
    if (latest === undefined || at - latest.at > freshMs) latest = { at, report: readFigures(deps) }
    return latest.report
  }
  readers.set(services.pool, read)
  return read
}
