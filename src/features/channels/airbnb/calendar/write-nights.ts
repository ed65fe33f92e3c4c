/** Sets nights of an Airbnb listing: in our calendar where it is written there, or in Airbnb's where Airbnb keeps the listing. */
import type { CalendarOperation, NightsSet } from '../../../../contract/channel-content/nights.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { rehearse } from '../../../../platform/rehearse.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { lockCalendars } from '../../../../records/calendar/public.ts'
import { KeeperMoved, withSteadyKeeper } from '../../../../records/listings/steady-keeper.ts'
import { needsOwner, reauthRequired } from '../../../../upstream/errors.ts'
import { insufficientAccess, missingAccess } from '../../../../upstream/granted.ts'
import { awaitPushes } from '../../../calendar/public.ts'
import { storeNights, type NightSettingsGroup } from '../../../calendar/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { channelTerms } from '../../engine/channel-terms.ts'
import { linkedUnits } from '../../engine/linked-unit-queries.ts'
import { assertNoMarkup, assertSwitchedOn, heldNights } from '../../engine/nights-writer.ts'
import { provider } from '../accounts.ts'
import { findLink, linkId, type AirbnbLink } from '../content/find-link.ts'
import { asAirbnb, notConnectedError } from '../errors.ts'
import { fieldsIn, nightGroups, switchesOf, type NightGroup } from './operations.ts'
import { airbnbCalendarOf, assertWritableCalendar } from './writer.ts'

/** Shared answer of the pricing and availability routes. */
export interface NightWriteAnswer {
  listingId: string
  airbnbListingId: string
  written: string[]
  blockedFields: string[]
  stored: boolean
  result: null
  calendar: NightsSet
  dryRun?: true
}

export interface AirbnbNightWrite {
  listingId: string
  named: string | undefined
  operations: readonly CalendarOperation[]
  dryRun: boolean
}

export const writeNights = <R extends object>(
  context: RouteWriteContext,
  request: AirbnbNightWrite,
  toReply: (written: NightWriteAnswer) => R,
): Promise<R> => withSteadyKeeper(() => writeWithKeeper(context, request, toReply))

function writeWithKeeper<R extends object>(
  context: RouteWriteContext,
  { listingId, named, operations, dryRun }: AirbnbNightWrite,
  toReply: (written: NightWriteAnswer) => R,
): Promise<R> {
  return asAirbnb(context, toReply, async (write) => {
    const { services, scope } = write
    const groups = nightGroups(operations)
    const link = await findLink(services, scope, listingId, named)
    const source = assertWritableCalendar(link, services.connectors)
    assertSwitchedOn(channelTerms.airbnb, link.host, switchesOf(operations))
    const night = groups.flatMap(({ dates }) => dates)
    const answer = (more: Partial<NightsSet>): NightWriteAnswer => ({
      ...{ listingId, airbnbListingId: link.externalId, written: fieldsIn(operations), blockedFields: [] },
      ...{ stored: !dryRun, result: null },
      calendar: { nights: night.length, source, heldNights: [], confirmed: false, ...more },
      ...(dryRun ? { dryRun: true as const } : {}),
    })
    /** Prevents a handover from here on: handing over locks the calendars too. */
    const hold = async (tx: Queryable) => {
      await lockCalendars(tx, scope)
      const links = await linkedUnits(tx, scope, provider, { listingId })
      const same = links.find((one) => linkId(one) === linkId(link))
      if (!same || airbnbCalendarOf({ ...link, ...same }) !== source) throw new KeeperMoved()
    }
    if (source === 'our_calendar') {
      const priced = operations.findIndex(({ daily_price: price }) => price !== undefined)
      if (priced >= 0) assertNoMarkup(channelTerms.airbnb, link, `operations[${priced}].daily_price`)
      const work = async (tx: Queryable) => {
        await hold(tx)
        return answer({
          heldNights: await setInOurCalendar(tx, scope, services.clock.now(), listingId, groups),
        })
      }
      return dryRun ? rehearse(services.db, work) : writeOnce(write, work)
    }
    if (link.host.status === 'disconnected')
      throw notConnectedError('The Airbnb account that keeps the listing is not connected any more.')
    if (needsOwner(link.host.status)) throw reauthRequired(provider)
    assertTakenByAirbnb(operations)
    const lacking = missingAccess(services.connectors[provider], link.host.granted, 'listings')
    if (lacking) throw insufficientAccess(lacking)
    const work = async (tx: Queryable) => {
      await hold(tx)
      return queueForAccount(tx, scope, services.clock.now(), link, groups)
    }
    if (dryRun) return answer({ heldNights: await rehearse(services.db, work) })
    // Setting the same again is harmless, so the answer may wait for what follows the transaction.
    const heldNights = await services.db.transaction().execute(work)
    const { sent, warning, refusal } = await awaitPushes(services.db, scope, [listingId], night)
    if (refusal !== undefined)
      throw new ApiError('airbnb_rejected', `airbnb refused: ${refusal}.`, { channel: provider })
    const confirmed = sent.succeeded > 0
    const reply = answer({ heldNights, confirmed, ...(warning === undefined ? {} : { warning }) })
    return confirmed ? reply : { ...reply, written: [], stored: false }
  })
}

/** Throws for settings that a calendar kept by Airbnb is not known to accept. */
function assertTakenByAirbnb(operations: readonly CalendarOperation[]): void {
  const untaken = operations.flatMap((operation, index) => [
    ...(['closed_to_arrival', 'closed_to_departure', 'notes'] as const)
      .filter((name) => operation[name] !== undefined)
      .map((name) => `operations[${index}].${name}`),
    ...(operation.availability === 'default' ? [`operations[${index}].availability`] : []),
  ])
  if (untaken.length === 0) return
  throw new ApiError(
    'unsupported_field',
    'Airbnb keeps the calendar of this listing; of its nights only `available` and `unavailable`, prices, and shortest and longest stays are written.',
    { field: untaken[0], fields: untaken, provider },
    {
      fix: 'Leave these out; or map the listing with `POST /v1/channels/airbnb/listings/map`: from then on our calendar has all of them and is written to Airbnb.',
    },
  )
}

/** Answers nights that were to open but are sold. The caller holds the calendars. */
async function setInOurCalendar(
  tx: Queryable,
  scope: Scope,
  now: Date,
  listingId: string,
  groups: readonly NightGroup[],
): Promise<string[]> {
  await storeNights(tx, scope, { own: [listingId], kept: [], groups, at: now })
  return findHeldNights(tx, scope, now, listingId, groups)
}

/** Queues nights for the account that keeps the listing; sold nights stay closed. */
async function queueForAccount(
  tx: Queryable,
  scope: Scope,
  now: Date,
  { listingId, connectionId }: AirbnbLink,
  groups: readonly NightGroup[],
): Promise<string[]> {
  const heldDates = await findHeldNights(tx, scope, now, listingId, groups)
  const settings = groups.flatMap((group) => withoutReopening(group, new Set(heldDates)))
  await storeNights(tx, scope, { own: [], kept: [{ listingId, connectionId }], groups: settings, at: now })
  return heldDates
}

/** Drops only the opening of sold nights; other settings stay. */
function withoutReopening(
  { dates, settings }: NightGroup,
  heldDates: ReadonlySet<string>,
): NightSettingsGroup[] {
  const { available, ...others } = settings
  const closedDates = dates.filter((date) => heldDates.has(date))
  return [
    { dates: dates.filter((date) => !heldDates.has(date)), settings },
    ...(Object.keys(others).length > 0 ? [{ dates: closedDates, settings: others }] : []),
  ].filter((group) => group.dates.length > 0)
}

const findHeldNights = (
  tx: Queryable,
  scope: Scope,
  now: Date,
  listingId: string,
  groups: readonly NightGroup[],
): Promise<string[]> => {
  const opened = groups.filter(({ settings }) => settings.available === true)
  return heldNights(tx, scope, now, { listingId, dates: opened.flatMap(({ dates }) => dates) })
}
