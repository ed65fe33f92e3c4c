/** Reads channel links of one old system live, within the caller's patience. */
import { VendorError, type VendorErrorKind } from '../../connector-kit/vendor-error.ts'
import type { LinkedListingRecord } from '../../contract/records.ts'
import { callConnection, type ConnectionAccess } from '../../upstream/access.ts'
import { answerInTime, limitWait } from '../../upstream/patience.ts'

/** Leaves the share reserved for guests' bookings. */
const lane = 'bookings'

export interface LinkReading {
  listings: LinkedListingRecord[]
  /** Why links are missing. */
  error?: string
}

const notReadable: Partial<Record<VendorErrorKind, string>> = {
  credentials: 'The account has to be connected again.',
  reauth: 'The account has to be connected again.',
  rate_limited: 'The old system asks for a pause: try again in a minute.',
  timeout: 'The old system does not answer in time: try again later.',
  unavailable: 'The old system cannot be reached: try again later.',
}

/** Links read before a failure or timeout are kept: each is true, and the error says more exist. */
export async function readLinks(access: ConnectionAccess, patienceMs: number): Promise<LinkReading> {
  const { services, connection, connector } = access
  const operation = connector.operations.channelLinks
  if (!operation) return { listings: [], error: 'Channel links are not in the scope of this migration.' }
  if (connection.status === 'disconnected') return { listings: [], error: 'The account is disconnected.' }
  const listings: LinkedListingRecord[] = []
  let unreadable = 0
  let isWaited = true
  const reading = callConnection(
    access,
    async (context) => {
      let cursor: string | null = null
      do {
        const page = await operation.page(context, { cursor })
        if (!isWaited) return
        listings.push(...page.records)
        unreadable += page.failures.length
        cursor = page.next
      } while (cursor !== null)
    },
    limitWait(services.clients.budget, patienceMs),
    lane,
  )
  try {
    const outcome = await answerInTime(reading, patienceMs)
    isWaited = false
    if (outcome === 'no time') return { listings, error: tooSlow(listings.length, patienceMs) }
    return unreadable === 0 ? { listings } : { listings, error: `${unreadable} listings cannot be read.` }
  } catch (error) {
    services.log.warn({ err: error, connection: connection.id }, 'channel links could not be read')
    const kind = error instanceof VendorError ? error.kind : undefined
    const known = kind === undefined ? undefined : notReadable[kind]
    return { listings, error: known ?? 'The old system answers in a way that cannot be read.' }
  }
}

const tooSlow = (count: number, patienceMs: number) =>
  `Only ${count} listings could be read in ${Math.round(patienceMs / 1000)} seconds: try again later.`
