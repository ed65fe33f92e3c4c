import type { VendorContext } from '../connector.ts'
import { VendorError } from '../vendor-error.ts'
import { nothing } from './check.ts'
import type { CertificationCheck, CertificationRun } from './check.ts'
import { found } from './findings.ts'
import { median } from './observer.ts'
import { madeUpId } from './judges.ts'

export const probeCheck: CertificationCheck = {
  id: 'probe',
  title: 'The credentials open an account',
  needs: () => true,
  async run(run) {
    await run.connector.operations.probe(run.context)
    return { findings: [], figures: {} }
  },
}

type ReadOne = (context: VendorContext, externalId: string) => Promise<unknown>

export const unknownIdCheck: CertificationCheck = {
  id: 'unknown_id',
  title: 'An id that nothing has is answered as "not there"',
  needs: ({ listings, reservations, conversations }) =>
    [listings, reservations, conversations].some((family) => family?.one !== undefined),
  async run(run) {
    const { listings, reservations, conversations } = run.connector.operations
    const { seen } = run
    const pairs: [ReadOne | undefined, string | undefined][] = [
      [listings?.one, seen.listings?.records[0]?.externalId],
      [reservations?.one, seen.stays?.records[0]?.externalId],
      [conversations?.one, seen.conversations?.records[0]?.externalId],
    ]
    let [compared, wrong] = [0, 0]
    for (const [read, id] of pairs) {
      if (read === undefined || id === undefined) continue
      compared += 1
      if (!(await isNotThere(read, run, madeUpId(id)))) wrong += 1
    }
    return compared === 0 ? nothing : { findings: found('unknown_id_answers', wrong), figures: { compared } }
  },
}

async function isNotThere(read: ReadOne, run: CertificationRun, id: string): Promise<boolean> {
  try {
    return (await read(run.context, id)) === null
  } catch (error) {
    // The check asks how a vendor refuses an id it never gave; an outage says nothing of that.
    if (error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'malformed'))
      return false
    throw error
  }
}

/** Some vendors give few tokens a day, so this check runs only on request. */
export const renewalCheck: CertificationCheck = {
  id: 'token',
  title: 'A refused token is replaced by a new one',
  needs: () => true,
  async run(run) {
    const context = await run.withDeadToken()
    if (context === null) return { skip: 'not_offered' }
    try {
      await run.connector.operations.probe(context)
      return { findings: [], figures: {} }
    } catch (error) {
      const isRefused = error instanceof VendorError && ['credentials', 'reauth'].includes(error.kind)
      if (!isRefused) throw error
      return { findings: found('not_renewed', 1), figures: {} }
    }
  },
}

/** Summarizes what all answers of the run looked like. */
export const answersCheck: CertificationCheck = {
  id: 'answers',
  title: 'Answers are what the connector expects: JSON, in time, within the limits of the manifest',
  needs: () => true,
  async run({ observed, words, connector }) {
    const { statuses, failures, limitHeaders, slowed } = observed
    const count = (pattern: RegExp) =>
      Object.entries(statuses).reduce((sum, [status, times]) => sum + (pattern.test(status) ? times : 0), 0)
    const limits = [...limitHeaders].filter(([name]) => !/remaining|reset|retry|cost/.test(name))
    const numbers = limits.flatMap(([, number]) => number ?? [])
    const lowest = numbers.length === 0 ? null : Math.min(...numbers)
    return {
      findings: [
        ...found('web_pages', observed.webPages),
        ...found('timeouts', failures.timeout ?? 0),
        ...found('slowed_down', slowed.times),
        ...found('no_retry_after', slowed.times - slowed.told),
        ...found('server_errors', count(/^5/)),
        ...found('redirected', count(/^3/)),
        ...found('limit_headers', limitHeaders.size, [...limitHeaders.keys()].map(words.say)),
        ...found(
          'limit_lower',
          lowest !== null && lowest > 0 && lowest < smallest(connector.manifest) ? 1 : 0,
        ),
      ],
      figures: {
        calls: observed.calls,
        retries: observed.retries,
        medianMs: median(observed.times),
        slowestMs: Math.max(0, ...observed.times),
        ...(lowest === null ? {} : { lowestLimit: lowest }),
      },
    }
  },
}

// Headers seldom name their window, so only a limit below all of ours is surely lower.
const smallest = ({ rateLimits }: CertificationRun['connector']['manifest']): number =>
  Math.min(...rateLimits.map(({ calls }) => calls))

export const fieldsCheck: CertificationCheck = {
  id: 'fields',
  title: 'Fields that come and are not read',
  needs: () => true,
  async run({ observed, words }) {
    const names = [...observed.fields.keys()]
    const unread = names.filter((name) => !words.isRead(name))
    const said = unread.flatMap((name) => words.say(name) ?? [])
    return {
      findings: [
        ...found('fields_unread', said.length, said),
        ...found('fields_unsaid', unread.length - said.length),
      ],
      figures: { fields: names.length, fieldsRead: names.length - unread.length },
    }
  },
}
