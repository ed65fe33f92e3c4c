/** Closes and opens nights and sets a home's rules, in our calendar or in the account that keeps the home. */
import type { StayRules } from '../../../connector-kit/home-operations.ts'
import {
  plumActions,
  type PlumAction,
  type PlumAvailabilityBody,
  type PlumAvailabilitySet,
} from '../../../contract/channel-plumguide.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { relayAccess } from '../../../upstream/acts/public.ts'
import { callConnection } from '../../../upstream/access.ts'
import { writeAvailability } from '../../calendar/public.ts'
import type { RouteWriteContext } from '../../route.ts'
import { parseDates } from './parse-dates.ts'
import { asPlum, callPlum, notSupportedError } from './errors.ts'
import { invalidField, parseChoice } from '../engine/invalid-body.ts'
import { heldNights } from '../engine/nights-writer.ts'
import { assertWritableHere, plumCalendarOf, findConnectedHome, type PlumHome } from './find-home.ts'
import { provider } from './provider.ts'

/** Throws for fields the host API cannot set. */
export function assertSupported(body: object, fields: readonly string[], at = ''): void {
  const paths = fields.filter((field) => Object.hasOwn(body, field)).map((field) => `${at}${field}`)
  if (paths.length === 0) return
  throw new ApiError(
    'unsupported_field',
    `Plum Guide has no call that sets ${paths.join(', ')}; nothing was changed.`,
    { field: paths[0], fields: paths, provider },
    { fix: 'Leave these out, and set them on plumguide.com.' },
  )
}

export async function setAvailability(
  context: RouteWriteContext,
  body: PlumAvailabilityBody,
  dryRun: boolean,
): Promise<PlumAvailabilitySet> {
  const { action, restrictions, listing_id: listing, ...nights } = body
  const { services, scope } = context
  const listingId = String(listing)
  if (restrictions === undefined) {
    if (action === undefined) throw invalidField('action', '`action` is missing: `block` or `unblock`.')
    return setNights(context, {
      listingId,
      action: parseChoice('action', action, plumActions),
      dates: parseDates(nights),
      note: body.note,
      dryRun,
    })
  }
  const beside = Object.keys({ ...(action === undefined ? {} : { action }), ...nights })[0]
  if (beside !== undefined) throw invalidField(beside, `\`${beside}\` does not go with \`restrictions\`.`)
  assertSupported(restrictions, ['maxNights', 'closedToArrival', 'closedToDeparture'], 'restrictions.')
  const rules = await setRules(services, scope, { listingId, rules: restrictions as StayRules, dryRun })
  return {
    ...{ listingId, action: null, dates: [], updated: 0, heldDates: [], restrictions: rules },
    ...(dryRun ? { dryRun: true as const } : {}),
  }
}

interface PlumNightWrite {
  listingId: string
  action: PlumAction
  dates: string[]
  note: string | undefined
  dryRun: boolean
}

async function setNights(
  context: RouteWriteContext,
  { listingId, action, dates, note, dryRun }: PlumNightWrite,
): Promise<PlumAvailabilitySet> {
  const { services, scope } = context
  const home = await findConnectedHome(services, scope, listingId)
  assertWritableHere(home, 'availability', services.connectors)
  if (note !== undefined && plumCalendarOf(home) === 'plumguide_calendar')
    throw new ApiError(
      'unsupported_field',
      'Plum Guide keeps the calendar of this listing, and its nights take no note.',
      { field: 'note', fields: ['note'], provider },
    )
  const isOpened = action === 'unblock'
  const heldDates = isOpened
    ? await heldNights(services.db, scope, services.clock.now(), { listingId, dates })
    : []
  const toReply = (warning?: string): PlumAvailabilitySet => ({
    ...{ listingId, action, dates, updated: dates.length - heldDates.length, heldDates, restrictions: null },
    ...(warning === undefined ? {} : { warning }),
    ...(dryRun ? { dryRun: true as const } : {}),
  })
  return asPlum(
    context,
    ({ warning }: { warning?: string }) => toReply(warning),
    (write) =>
      writeAvailability(
        write,
        [listingId],
        { dates, available: isOpened },
        { dryRun, field: undefined, note },
      ),
  )
}

async function setRules(
  services: Services,
  scope: Scope,
  { listingId, rules, dryRun }: { listingId: string; rules: StayRules; dryRun: boolean },
): Promise<StayRules> {
  const home = await findConnectedHome(services, scope, listingId)
  assertWritableHere(home, 'restrictions', services.connectors)
  const { access, homeRules } = await rulesAt(services, scope, home)
  const { externalId } = home
  return callPlum(() =>
    callConnection(access, async (vendor) =>
      dryRun
        ? { ...(await homeRules.read(vendor, externalId)), ...rules }
        : homeRules.write(vendor, externalId, rules),
    ),
  )
}

async function rulesAt(services: Services, scope: Scope, { account: { id, status } }: PlumHome) {
  const access = await relayAccess(services, scope, { connectionId: id, provider, status }, 'listings')
  const { homeRules } = access.connector.operations
  if (!homeRules) throw notSupportedError('set the rules of a home')
  return { access, homeRules }
}
