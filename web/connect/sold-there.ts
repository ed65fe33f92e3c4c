/** What of the account is mapped to listings, and by which calls: rooms of a property that was claimed, or listings of a host. */
import { problemOf, type Answer, type ConnectApi } from './api.ts'
import type { Page } from './page.ts'
import {
  isClaim,
  providerOf,
  type ChannelUnits,
  type ClaimedRooms,
  type RoomMapping,
  type Session,
  type UnitMappings,
} from './session.ts'

export interface SoldThere {
  /** Which words are said of it. */
  kind: 'rooms' | 'units'
  read(): Promise<Answer<Known>>
  /** A problem with one of them names it in `field`, as `mappings[2]`. */
  map(mappings: readonly RoomMapping[]): Promise<Answer<unknown>>
}

/** As far as the page shows it; a listing of a host is shown as a room is. */
export type Known = Pick<ClaimedRooms, 'status' | 'rooms' | 'listingOptions'> & { name: string | null }

export function soldThere({ api }: Page, session: Session): SoldThere {
  const { connection } = session
  if (isClaim(session, providerOf(session)) || connection === null)
    return {
      kind: 'rooms',
      read: async () => mapped(await api.rooms(), (it) => ({ ...it, name: it.hotelName ?? it.hotelId })),
      map: (mappings) => api.mapRooms(mappings),
    }
  const account = `${connection.provider}:${connection.externalAccountId}`
  return {
    kind: 'units',
    read: async () =>
      mapped(await api.units(account), (it) => ({ ...asRooms(it), name: connection.accountName })),
    map: (mappings) => mapUnits(api, account, mappings),
  }
}

/** As many as one request takes. */
const atOnce = 100

/** A hundred at a time; mapping one again as it is changes nothing, so all can be sent again after a refusal. */
async function mapUnits(
  api: ConnectApi,
  account: string,
  mappings: readonly RoomMapping[],
): Promise<Answer<unknown>> {
  for (let from = 0; ; from += atOnce) {
    const next = mappings.slice(from, from + atOnce)
    const isLast = from + atOnce >= mappings.length
    const answer = await api.mapUnits(
      account,
      next.map(({ roomId, ...rest }) => ({ unitId: roomId, ...rest })),
      isLast,
    )
    const refused = refusedIn(answer, next, from)
    if (!refused.ok || isLast) return refused
  }
}

const mapped = <A, B>(answer: Answer<A>, map: (value: A) => B): Answer<B> =>
  answer.ok ? { ok: true, value: map(answer.value) } : answer

function asRooms({ status, units, listing_options: listingOptions }: ChannelUnits): Omit<Known, 'name'> {
  return {
    // Those that are all mapped already can be mapped otherwise.
    status: status === 'importing' ? 'importing' : 'ready',
    rooms: units.map(({ unit_id, unit_name, current_listing_id, suggested_listing_id, meta }) => ({
      roomId: unit_id,
      roomName: unit_name,
      maxGuests: meta['max_guests'] as number | null,
      numberOfRooms: meta['number_of_units'] as number,
      currentListingId: current_listing_id,
      suggestedListingId: suggested_listing_id,
      onDrift: meta['on_drift'] as 'mend' | 'report' | null,
    })),
    listingOptions,
  }
}

/** The first that is not as it was asked for. */
function refusedIn(
  answer: Answer<UnitMappings>,
  asked: readonly RoomMapping[],
  from: number,
): Answer<unknown> {
  if (!answer.ok) return answer
  const { results } = answer.value
  // One that is left out need not be there.
  const at = results.findIndex(
    ({ ok, error }, i) => !ok && !(asked[i]?.listingId === null && error?.code === 'not_found'),
  )
  if (at === -1) return answer
  const code = results[at]?.error?.code ?? 'internal_error'
  return { ok: false, problem: { ...problemOf(code), field: `mappings[${from + at}]` } }
}
