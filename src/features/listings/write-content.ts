/** Writes a listing's content: first to its PMS, where it has one, then here. */
import type { ContentBody, ContentWritten } from '../../contract/listing-content.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { appendEvents, openWrite, type Write } from '../../platform/outbox.ts'
import { rehearse } from '../../platform/rehearse.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { actKeyFor } from '../../upstream/acts/key.ts'
import { allNightsOf, calendarUpdated, lockCalendars } from '../../records/calendar/public.ts'
import { wakeSelling } from '../../records/selling/public.ts'
import { todayAt } from '../../records/property-day.ts'
import { closeAct } from '../../upstream/acts/public.ts'
import type { RouteWriteContext } from '../route.ts'
import { connectionAccess, type ConnectionAccess } from '../../upstream/access.ts'
import { readSoon } from '../sync/public.ts'
import { applySections, mergeOwnValues, sameJson } from './content-apply.ts'
import { assertAnyApplied, planChange, writeToPms, type PmsContentResult } from './content-to-pms.ts'
import { contentRow, listingText, lockContent, storeListingText, type ContentRow } from './content-queries.ts'
import { planContent, type ContentPlan, type SectionToWrite } from './content-sections.ts'
import { withCurrency } from './currency.ts'
import { noteListingChanges } from '../../records/listings/note-changes.ts'
import { repriceNights } from '../../records/calendar/rate-night-queries.ts'
import { updateContent } from '../../records/listings/content-queries.ts'
import type { ContentValues } from '../../records/listings/content-columns.ts'

/** The content writes done in the listing's PMS. */
interface PmsContentDone extends PmsContentResult {
  access: ConnectionAccess
  externalId: string
}

interface ContentStoreJob {
  id: string
  body: ContentBody
  pms: PmsContentDone | undefined
  /** Acts that end with this write. */
  keys?: readonly string[]
  /** Store only what the PMS took over; the rest was stored before. */
  isLate?: true
}

export async function writeContent(
  context: RouteWriteContext,
  id: string,
  body: ContentBody,
  dryRun: boolean,
): Promise<ContentWritten> {
  const { services, scope } = context
  const row = await contentRow(services.db, scope, id)
  if (!row) throw new ApiError('not_found', `No listing ${id} in this workspace.`)
  // Check the body before anything is sent.
  const planned = planContent(body, row.photos)
  const done = await writeToKeeper(context, row, { id, body }, planned, dryRun)
  const work = (tx: Queryable) =>
    storeContent(tx, context, done ? { id, ...done } : { id, body, pms: undefined })
  if (!dryRun) return writeOnce(context, work)
  return { ...(await rehearse(services.db, work)), dryRun: true }
}

/** undefined: no PMS takes its content, and everything is stored here. */
async function writeToKeeper(
  { services, scope, idempotencyKey }: RouteWriteContext,
  row: ContentRow,
  { id, body }: Pick<ContentStoreJob, 'id' | 'body'>,
  { sections }: ContentPlan,
  dryRun: boolean,
): Promise<(Pick<ContentStoreJob, 'body' | 'keys'> & { pms: PmsContentDone }) | undefined> {
  if (row.keeper.kind === 'us') return undefined
  const { connectionId, externalId, provider, status } = row.keeper
  if (status !== 'active') {
    throw new ApiError(
      'no_connection',
      `The listing is kept in ${provider}, which is not connected; nothing was changed.`,
      { provider, reconnect: { method: 'POST', path: `/v1/connect/${provider}/credentials` } },
      { statusCase: 'listing_write' },
    )
  }
  const access = await connectionAccess(services, scope, connectionId)
  if (!access?.connector.operations.listingWrites) return undefined
  const { change, errors } = planChange(access.connector, body, sections)
  const target = { id, externalId, key: actKeyFor(idempotencyKey), body }
  const done = dryRun
    ? { applied: Object.keys(change) as PmsContentResult['applied'], errors: [], unknown: [], keys: [], body }
    : await writeToPms(access, target, change)
  const { applied, unknown, keys } = done
  const pms = { access, externalId, provider, applied, errors: [...errors, ...done.errors], unknown }
  assertAnyApplied(pms, sections)
  return { pms, body: done.body, keys }
}

export async function storeContent(
  tx: Queryable,
  { services, scope }: Pick<RouteWriteContext, 'services' | 'scope'>,
  work: ContentStoreJob,
): Promise<ContentWritten> {
  const { id, body, pms, keys = [], isLate = false } = work
  if (body.pricing) await lockCalendars(tx, scope)
  // A reading in progress may show old content and is not stored, so the listing is read again.
  if (pms) await readSoon(tx, pms.access, [{ entity: 'listings', externalId: pms.externalId }])
  const write = await openWrite(tx, scope, services.clock.now())
  const row = await lockContent(tx, scope, id)
  if (!row) throw new ApiError('not_found', `No listing ${id} in this workspace.`)
  const { sections, texts, unusable } = planContent(await withCurrency(tx, scope, body, row), row.photos)
  const isApplied = ({ pms: name }: SectionToWrite) =>
    name !== undefined && pms?.applied.includes(name) === true
  const isRefused = (section: SectionToWrite) =>
    pms !== undefined && section.pms !== undefined && !isApplied(section)
  const kept = sections.filter((section) => (isLate ? isApplied(section) : !isRefused(section)))
  const applied = applySections(valuesOf(row), kept)
  const own = mergeOwnValues(
    row.own_values,
    row.keeper.kind === 'us' ? [] : kept.filter((section) => !isApplied(section)),
    kept.filter(isApplied),
  )
  await updateContent(tx, scope, id, { values: applied.values, own })
  const previous = { ...applied.previous }
  const changed = [...applied.changed]
  if (texts && !isLate && (await storeTexts(write, id, texts))) {
    changed.push(`locale:${texts.locale}`)
    previous.texts = null
  }
  const nights = await reprice(write, id, row, applied.values)
  if (nights.length > 0) changed.push('calendar')
  await appendListingEvents(write, id, previous, nights)
  for (const key of keys) await closeAct(tx, scope, key)
  const notTaken = sections.filter(isRefused).map(({ name }) => name)
  const pictures = pms?.errors.some(({ section }) => section === 'photos') === true ? ['photos'] : []
  const deferred = [...new Set([...unusable, ...notTaken, ...pictures])]
  return { id, changed, deferred, ...(pms === undefined ? {} : { pms: toKeeperResult(pms) }) }
}

const toKeeperResult = ({ provider, applied, errors, unknown }: PmsContentResult) => ({
  ...{ provider, applied, errors },
  ...(unknown.length > 0 ? { unknown } : {}),
})

function valuesOf(row: ContentRow): ContentValues {
  const { keeper: _keeper, time_zone: _zone, own_values: _own, ...values } = row
  return values
}

/** Answers whether anything changed. */
async function storeTexts(
  { tx, scope, at }: Write,
  listingId: string,
  { locale, content }: NonNullable<ContentPlan['texts']>,
): Promise<boolean> {
  const stored = await listingText(tx, scope, listingId, locale)
  const next = Object.fromEntries(
    Object.entries({ ...stored, ...content }).filter(([, value]) => value !== null),
  )
  if (sameJson(next, stored ?? {})) return false
  await storeListingText(tx, scope, { listingId, locale, content: next, at })
  return true
}

/** Reprices nights that follow the rates. Answers those that changed. */
async function reprice(write: Write, id: string, row: ContentRow, values: ContentValues): Promise<string[]> {
  const weekend = (of: Pick<ContentValues, 'pricing'>) =>
    (of.pricing?.weekendPrice as string | undefined) ?? null
  const isSame =
    row.default_nightly_price === values.default_nightly_price && weekend(row) === weekend(values)
  if (isSame) return []
  return repriceNights(write.tx, write.scope, id, {
    from: todayAt(row.time_zone, write.now),
    price: values.default_nightly_price,
    weekendPrice: weekend(values),
    at: write.at,
  })
}

async function appendListingEvents(
  write: Write,
  id: string,
  previous: Record<string, unknown>,
  nights: readonly string[],
): Promise<void> {
  const { tx, scope } = write
  if (Object.keys(previous).length === 0) return
  await noteListingChanges(write, [{ id, change: 'updated', previous }], { origin: 'api', runId: null })
  await wakeSelling(tx, scope, [allNightsOf(id, write.now)], write.now)
  const calendar = await calendarUpdated(tx, scope, id, { dates: nights, pricing: true, availability: false })
  await appendEvents(write, calendar ? [calendar] : [])
}
