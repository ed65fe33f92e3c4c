/** What can go wrong with a call to a vendor, and every call of a write it can go wrong with. */
import type { RunningSimulator } from '../../simulators/index.ts'

/** The vendor did nothing. */
export const beforeActing = ['drop', '500', 'html', 'hang']
/** The vendor did it, and did not say so. */
export const afterActing = ['lost_answer', 'late_500', 'timeout', 'malformed']
/** More refusals by the rate limit than are waited for. */
const refusals = { '429': 20 }

export interface Place {
  method: string
  path: string
}

export const faults = [...beforeActing, ...afterActing, '429'].map((kind) => ({
  kind,
  count: refusals[kind as '429'] ?? 1,
}))

/** Vendors where questions are asked by POST as well. */
const isQuestion = (path: string) => /token|getall|getpricing|quote|price/i.test(path)

const isId = (segment: string) => /\d/.test(segment) && /^(\d+|[0-9a-f-]{8,})$/i.test(segment)

/** The places of the calls of one write, each once. Ids of records do not count. */
export async function placesOf({ calls }: RunningSimulator, write: () => Promise<unknown>): Promise<Place[]> {
  calls.clear()
  await write()
  const found = calls
    .list()
    .filter(({ method, path }) => method !== 'GET' && !isQuestion(path))
    .map(({ method, path }) => ({
      method,
      path: path
        .split('/')
        .map((segment) => (isId(segment) ? '*' : segment))
        .join('/'),
    }))
  return [...new Map(found.map((place) => [`${place.method} ${place.path}`, place])).values()]
}
