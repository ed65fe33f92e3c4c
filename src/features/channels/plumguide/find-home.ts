/** The Plum Guide home of a listing, and who writes its nights. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { Services } from '../../../services.ts'
import { connectionsOf, type ConnectionRow } from '../../accounts/public.ts'
import { notConnectedError } from './errors.ts'
import { channelTerms } from '../engine/channel-terms.ts'
import { linkedUnits, type LinkedUnit } from '../engine/linked-unit-queries.ts'
import { assertSwitchedOn, nightsCalendarOf, type CalendarSwitch } from '../engine/nights-writer.ts'
import { provider } from './provider.ts'

export interface PlumHome extends LinkedUnit {
  account: ConnectionRow
}

export const listAccounts = ({ db }: Services, scope: Scope): Promise<ConnectionRow[]> =>
  connectionsOf(db, scope, provider)

/** undefined: it is not on Plum Guide. Throws `not_found` for an unknown listing. */
export async function findHome(
  services: Services,
  scope: Scope,
  listingId: string,
): Promise<PlumHome | undefined> {
  await assertListingActive(services.db, scope, listingId)
  const [accounts, rows] = await Promise.all([
    listAccounts(services, scope),
    linkedUnits(services.db, scope, provider, { listingId }),
  ])
  const found = rows.flatMap((row) => {
    const account = accounts.find(({ id }) => id === row.connectionId)
    return account ? [{ ...row, account }] : []
  })
  return found.find(({ account }) => account.status !== 'disconnected') ?? found[0]
}

/** Throws `invalid_state` for a listing not on Plum Guide. */
export async function findConnectedHome(
  services: Services,
  scope: Scope,
  listingId: string,
): Promise<PlumHome> {
  const home = await findHome(services, scope, listingId)
  if (home) return home
  throw new ApiError(
    'invalid_state',
    `Listing ${listingId} is no home of a connected account of Plum Guide.`,
    { field: 'listing_id', currentStatus: 'not at Plum Guide' },
    {
      fix: 'Give a home to it with `PUT /v1/connections/{id}/mappings`; homes stand there once Plum Guide has approved them.',
    },
  )
}

export const plumCalendarOf = (home: PlumHome) => nightsCalendarOf(channelTerms.plumguide, home)

/** Throws where its nights are not ours to write, or the write policy forbids it. */
export function assertWritableHere(
  home: PlumHome,
  needs: CalendarSwitch,
  connectors: Services['connectors'],
): void {
  const { keeper, listingId, externalId, account } = home
  if (account.status === 'disconnected')
    throw notConnectedError(
      `The account of Plum Guide that has home ${externalId} is not connected any more.`,
    )
  if (plumCalendarOf(home) === 'other_calendar') {
    const isPms = keeper.kind === 'connection' && connectors[keeper.provider]?.manifest.category === 'pms'
    throw new ApiError(
      'invalid_state',
      isPms
        ? `Listing ${listingId} is kept in ${keeper.provider}, and its nights are not written to Plum Guide from here.`
        : `Home ${externalId} is linked to listing ${listingId} for reading only: nothing is written there.`,
      { field: 'listing_id', currentStatus: isPms ? `kept in ${keeper.provider}` : 'read only' },
      {
        fix: isPms
          ? `Set nights with \`PUT /v1/availability/${listingId}\`, which sends them to ${keeper.provider}; or take the listing over when it is mapped.`
          : 'Map the home again with `calendarSync: true`.',
      },
    )
  }
  assertSwitchedOn(channelTerms.plumguide, account, [needs])
}
