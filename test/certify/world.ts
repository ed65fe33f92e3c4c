import { setImmediate as turn } from 'node:timers/promises'
import type { RunningSimulator, SimulatorOptions } from '../../simulators/index.ts'
import { startSimulator } from '../../simulators/index.ts'
import { certifyAccount } from '../../src/cli/certify/certify.ts'
import type { Certification } from '../../src/cli/certify/certify.ts'
import type { Report } from '../../src/cli/certify/report.ts'
import type { Result } from '../../src/cli/certify/run.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import { joinPartners } from '../../src/connector-kit/partnership.ts'
import { readCredentials } from '../../src/connector-kit/credentials.ts'
import { connectors } from '../../src/connectors/index.ts'

export const vendors = Object.keys(connectors)

export function connectorOf(
  vendor: string,
  { partner = {}, url }: { partner?: Record<string, string>; url?: string } = {},
): Connector {
  const baseUrls = new Map(url === undefined ? [] : [[vendor, url]])
  const connector = joinPartners(connectors, new Map(Object.entries(partner)), baseUrls)[vendor]
  if (connector === undefined) throw new Error(`no connector ${vendor}`)
  return connector
}

export const startVendor = (vendor: string, options: SimulatorOptions = {}): Promise<RunningSimulator> =>
  startSimulator(vendor, { listings: 5, reservations: 40, seed: 3, rateLimit: 'vendor', ...options })

/** Certifies against a simulator; waiting moves its clock instead of taking time. */
export function certifySimulator(
  vendor: string,
  simulator: {
    url: string
    clock: RunningSimulator['clock']
    credentials: Record<string, string>
    partner: Record<string, string>
  },
  options: Partial<Certification> & { timeoutMs?: number } = {},
): Promise<Report> {
  const { timeoutMs, ...rest } = options
  const connector = connectorOf(vendor, simulator)
  const read = readCredentials(connector, simulator.credentials)
  if (!read.ok) throw new Error(`the credentials of ${vendor} are refused`)
  const surroundings = {
    now: () => new Date(simulator.clock.nowMs()),
    sleep: async (ms: number) => {
      await turn()
      simulator.clock.advanceSeconds(ms / 1000)
    },
    baseUrl: simulator.url,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
  return certifyAccount(connector, read.credentials, surroundings, {
    version: '0.0.0',
    maxRecords: 500,
    renewToken: true,
    signal: new AbortController().signal,
    progress: () => {},
    ...rest,
  })
}

export function resultOf(report: Report, id: string): Result {
  const result = report.checks.find((check) => check.id === id)
  if (result === undefined) throw new Error(`no check ${id}`)
  return result
}
