/** What can go wrong with a call to a vendor, and every call of a write it can go wrong with. */
import type { RunningSimulator } from '../../simulators/index.ts'

export interface Fault {
  kind: string
  count: number
}

const once = (kind: string): Fault => ({ kind, count: 1 })
/** The vendor did nothing. */
const beforeActing = ['drop', '500', 'html', 'hang'].map(once)
/** The vendor did it, and did not say so. */
const afterActing = ['lost_answer', 'late_500', 'timeout', 'malformed'].map(once)
/** More refusals by the rate limit than are waited for. */
const refused = { kind: '429', count: 20 }

export const allFaults = [...beforeActing, ...afterActing, refused]
/** The call or its answer was lost: those that take no time. */
export const lostCalls = [once('drop'), once('late_500')]
/** One of each sort. */
export const someFaults = [...lostCalls, refused]

/** One of each sort and two more, others for each vendor in turn, since every fault at every vendor takes too long. */
export function faultsInTurn(turn: number): Fault[] {
  const inTurn = [beforeActing, afterActing].flatMap((faults) => faults[turn % faults.length] ?? [])
  return [...new Map([...someFaults, ...inTurn].map((fault) => [fault.kind, fault])).values()]
}

export interface CallPlace {
  method: string
  path: string
}

/** Vendors where questions are asked by POST as well. */
const isQuestion = (path: string) =>
  /token|getall|getpricing|quote|price|\/check|roomrate|HotelSearch|xml\/reservations/i.test(path)

const isId = (segment: string) => /\d/.test(segment) && /^(\d+|[0-9a-f-]{8,})$/i.test(segment)

/** The places of the calls of one write, each once. Ids of records do not count. */
export async function placesOf(
  { calls }: RunningSimulator,
  write: () => Promise<unknown>,
): Promise<CallPlace[]> {
  calls.clear()
  await write()
  const found = calls
    .list()
    .filter(({ method, path }) => method !== 'GET' && !(method === 'POST' && isQuestion(path)))
    .map(({ method, path }) => ({
      method,
      path: path
        .split('/')
        .map((segment) => (isId(segment) ? '*' : segment))
        .join('/'),
    }))
  return [...new Map(found.map((place) => [`${place.method} ${place.path}`, place])).values()]
}
