/** Runs one certification from the open account to the report. */
import type { Static, TSchema } from 'typebox'
import type { Connector } from '../../connector-kit/connector.ts'
import { openAccount } from './account.ts'
import type { Surroundings } from './account.ts'
import { fewSamples, type CertificationRun } from '../../connector-kit/checks/check.ts'
import { answerCheck } from './answer-check.ts'
import { bookingCheck } from './booking-check.ts'
import { contentCheck } from './content-check.ts'
import { messageCheck } from './message-check.ts'
import { nightCheck } from './night-check.ts'
import { reportOf } from './report.ts'
import type { Report } from './report.ts'
import { runChecks } from './run.ts'
import type { RunOptions } from './run.ts'
import { createWords } from '../../connector-kit/checks/words.ts'
import type { WriteOrder } from './write-order.ts'

type Wishes = Pick<WriteOrder, 'listing' | 'say'> &
  Partial<Pick<WriteOrder, 'bookings' | 'content' | 'message' | 'answer'>>

/** Checks that cannot be undone come last. */
const writeChecks = [nightCheck, bookingCheck, contentCheck, messageCheck, answerCheck]
const notAsked = { bookings: false, content: false, message: null, answer: null }

export interface Certification extends RunOptions {
  version: string
  maxRecords: number
  signal: AbortSignal
  /** What may be written; absent for nothing. */
  write?: Wishes
}

export async function certifyAccount<C extends TSchema>(
  connector: Connector<C>,
  credentials: Static<C>,
  surroundings: Surroundings,
  options: Certification,
): Promise<Report> {
  const { version, maxRecords, signal, write } = options
  const account = openAccount(connector, credentials, surroundings)
  try {
    const { observed } = account
    const run: CertificationRun = {
      connector,
      context: account.context('history'),
      withDeadToken: () => account.withDeadToken(),
      bounds: { maxRecords, signal },
      samples: fewSamples,
      words: createWords(connector.shapes ?? {}),
      observed,
      seen: {},
    }
    const order: WriteOrder | null =
      write === undefined
        ? null
        : { ...notAsked, ...write, context: account.context('guest'), sleep: surroundings.sleep }
    const writes = order === null ? [] : writeChecks.map((check) => check(order))
    const results = await runChecks(run, options, writes)
    return reportOf({
      manifest: connector.manifest,
      version,
      now: surroundings.now(),
      address: surroundings.baseUrl === undefined ? 'the vendor' : 'another address',
      maxRecords,
      wrote: order === null ? 'nothing' : wroteIn(order),
      results,
      observed,
    })
  } finally {
    await account.close()
  }
}

function wroteIn({ bookings, content, message, answer }: WriteOrder): string {
  return new Intl.ListFormat('en').format([
    'nights',
    ...(bookings ? ['a booking'] : []),
    ...(content ? ['a text'] : []),
    ...(message === null ? [] : ['a message']),
    ...(answer === null ? [] : ['an answer to a request']),
  ])
}
