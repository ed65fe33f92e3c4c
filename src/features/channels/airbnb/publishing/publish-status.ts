/** How far a listing got on its channels, as the API shows it. Pure. */
import type {
  AddressPart,
  AddressReadiness,
  PublishedConnection,
  PushedChannel,
} from '../../../../contract/publish-status.ts'
import { driftAction } from '../../../../contract/channel-mapping.ts'
import { addressParts } from '../../../../contract/publish-status.ts'
import type { PushedSection } from '../../../../contract/channel-content/publishing.ts'
import { publicationMark, publishedFields } from '../../booking/booking-publication.ts'
import { isShownAsSent } from '../content/compare-fields.ts'
import { digestOf, noteName, type PushNote } from './push-note.ts'
import type { PublishPlan } from './plan-publication.ts'
import { plannedFields, type PlannedField } from './planned-sections.ts'
import type { PublishableListing } from './queries.ts'
import type { AddressRow, ChannelStatusRow, StoredSectionRow } from './status-queries.ts'

/** Countries whose addresses need a state; a listing without a country counts as in the United States. */
const withStates = ['AR', 'AU', 'BR', 'CA', 'IN', 'MX', 'MY', 'US']

export function toReadiness({ countryCode, ...have }: AddressRow): AddressReadiness {
  const isNeeded = (part: AddressPart) => part !== 'state' || withStates.includes(countryCode ?? 'US')
  const missing = addressParts.filter((part) => isNeeded(part) && (have[part] ?? '').trim() === '')
  return { ready: missing.length === 0, missing, have }
}

const latest = (times: readonly (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null

const cutOff =
  'It was cut off: nobody knows how far it came. Send it again; what stands there already is not sent twice.'

function pushStateOf(
  note: PushNote | undefined,
  isPushing: boolean,
): Pick<PushedChannel, 'pushStatus' | 'pushError'> {
  if (isPushing) return { pushStatus: 'pushing', pushError: null }
  if (note === undefined) return { pushStatus: 'idle', pushError: null }
  const pushError = note.endedAt === null ? cutOff : note.error
  return { pushStatus: pushError === null ? 'success' : 'error', pushError }
}

type PushFieldState = Pick<PlannedField, 'section' | 'field' | 'isRead'> & {
  isDirty: boolean
  stands: boolean
}

/** What the next push would send, compared with the last push and reading. */
function compareWithNote(
  { channel, keeps }: ChannelStatusRow,
  { plan, listing }: PlannedListing,
  note: PushNote | undefined,
  sections: readonly StoredSectionRow[],
): PushFieldState[] {
  if (keeps) return []
  const isDirty = (field: string, mark: string) => note?.fields[field] !== mark
  if (channel === 'booking')
    return publishedFields(listing).map(({ section, field, wanted }) => ({
      ...{ section, field, isRead: false, stands: false },
      isDirty: isDirty(field, publicationMark(wanted)),
    }))
  return plannedFields(plan, contentIn(sections)).map((one) => ({
    ...one,
    isDirty: isDirty(one.field, digestOf(one.wanted)),
    stands: isShownAsSent(one),
  }))
}

/** A listing with its plan for Airbnb. */
export interface PlannedListing {
  listing: PublishableListing
  plan: PublishPlan
}

/** null: nothing was ever sent or read there. */
export function toPushedChannel(
  row: ChannelStatusRow,
  known: PlannedListing,
  now: Date,
): PushedChannel | null {
  const noteRow = row.kept.find(({ section }) => section === noteName)
  const note = (noteRow?.content ?? undefined) as PushNote | undefined
  const isPushing = noteRow?.heldUntil != null && noteRow.heldUntil > now.toISOString()
  const sections = row.kept.filter(({ section }) => section !== noteName)
  const lastPulledAt = latest(sections.map(({ readAt }) => readAt))
  if (note === undefined && !isPushing && lastPulledAt === null) return null
  const fields = compareWithNote(row, known, note, sections)
  const dirty = fields.filter(({ isDirty }) => isDirty)
  const names = [...new Set([...fields.map(({ section }) => section), ...Object.keys(note?.sections ?? {})])]
  return {
    platform: row.channel as PushedChannel['platform'],
    platformId: row.platformId,
    ...pushStateOf(note, isPushing),
    lastPushedAt: latest(Object.values(note?.sections ?? {}).map(({ pushedAt }) => pushedAt)),
    lastPulledAt,
    sections: names.map((name) => {
      const section = name as PushedSection
      const { pushedAt, error } = note?.sections[section] ?? { pushedAt: null, error: null }
      const dirtyFields = dirty.filter((one) => one.section === section).map(({ field }) => field)
      return { section, pushedAt, error, dirtyFields }
    }),
    dirtyFields: dirty.map(({ field }) => field),
    platformHasChanges: fields.some((one) => one.isRead && !one.isDirty && !one.stands),
  }
}

const contentIn = (rows: readonly StoredSectionRow[]) => (section: string) =>
  rows.find((one) => one.section === section)?.content

const badStatus: Record<string, string> = {
  disconnected: 'The account is not connected any more.',
  needs_permissions: 'The account has to be connected again with more permissions.',
  error: 'The account has to be connected again.',
}

function detailOf(row: ChannelStatusRow): string | null {
  if (row.connectionId === null)
    return 'It is distributed there by a PMS, or by an account that is not connected here.'
  if (row.status !== 'active') return badStatus[row.status ?? ''] ?? 'The account does not work now.'
  if (row.syncCategory === 'none')
    return 'It is not synchronised with this server there, so nothing can be written to it.'
  return null
}

export const toPublishedConnection = (row: ChannelStatusRow): PublishedConnection => ({
  channel: row.channel as PublishedConnection['channel'],
  connected: row.status === 'active',
  syncEnabled: row.sells,
  onDrift: driftAction(row.mendsDrift),
  since: row.since?.toISOString() ?? null,
  platformId: row.platformId,
  channelStatus: row.active === null ? null : row.active ? 'online' : 'offline',
  channelStatusDetail: detailOf(row),
  ...(row.channel === 'airbnb'
    ? { lockedFields: [...new Set(row.kept.flatMap(({ lockedFields }) => lockedFields))].toSorted() }
    : {}),
})
