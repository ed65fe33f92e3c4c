/** One certification from the open account to the report. */
import type { Static, TSchema } from 'typebox'
import type { Connector } from '../../connector-kit/connector.ts'
import { openAccount } from './account.ts'
import type { Surroundings } from './account.ts'
import type { Run } from './check.ts'
import { reportOf } from './report.ts'
import type { Report } from './report.ts'
import { runChecks } from './run.ts'
import type { RunOptions } from './run.ts'
import { createWords } from './words.ts'

export interface Certification extends RunOptions {
  version: string
  maxRecords: number
  signal: AbortSignal
}

export async function certifyAccount<C extends TSchema>(
  connector: Connector<C>,
  credentials: Static<C>,
  surroundings: Surroundings,
  options: Certification,
): Promise<Report> {
  const { version, maxRecords, signal } = options
  const account = openAccount(connector, credentials, surroundings)
  try {
    const { observed } = account
    const run: Run = {
      connector,
      context: account.context('history'),
      withDeadToken: () => account.withDeadToken(),
      bounds: { maxRecords, signal },
      words: createWords(connector.shapes ?? {}),
      observed,
      seen: {},
    }
    const results = await runChecks(run, options)
    return reportOf({
      manifest: connector.manifest,
      version,
      now: surroundings.now(),
      address: surroundings.baseUrl === undefined ? 'the vendor' : 'another address',
      maxRecords,
      wrote: 'nothing',
      results,
      observed,
    })
  } finally {
    await account.close()
  }
}
