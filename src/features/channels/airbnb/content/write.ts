/** Writing a section: checked, sent, read back, kept. Setting it twice is as good as once, so a lost answer is read back. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { isCertain } from '../../../../upstream/errors.ts'
import type { Writing } from '../../../route.ts'
import { asAirbnb } from '../errors.ts'
import { accessOf, partOf, writerOf } from './access.ts'
import { stands } from './compare.ts'
import { whileHolding } from './hold.ts'
import { linkAt, type Link } from './link.ts'
import { ageSections, keepSection } from './queries.ts'
import { readingFailed, sectionOf } from './read.ts'
import type { Section } from './section.ts'
import { assertSynchronised, whyForbidden } from './sync.ts'

/** What every write answers; the routes of some sections add to it. */
export interface SectionWritten<S extends ContentSection> {
  listingId: string
  airbnbListingId: string
  written: string[]
  blockedFields: string[]
  message?: string
  fix?: string
  stored: boolean
  result: ContentSections[S]['content'] | null
  dryRun?: true
}

export interface Wanted<S extends ContentSection> {
  listingId: string
  /** `airbnbConnectionId` of the request. */
  named: string | undefined
  change: ContentSections[S]['change']
  dryRun: boolean
  /** Comes with what is kept, before it. */
  alongside?(tx: Queryable, access: ConnectionAccess, link: Link): Promise<void>
}

export function writeSection<S extends ContentSection, R extends object>(
  context: Writing,
  section: Section<S>,
  wanted: Wanted<S>,
  shown: (written: SectionWritten<S>) => R,
): Promise<R> {
  return asAirbnb(context, shown, async (write) => {
    const { services, scope } = write
    const { listingId, named, change, dryRun } = wanted
    const link = await linkAt(services, scope, listingId, named)
    assertSynchronised(link, section.name)
    const access = await accessOf(services, scope, link, { isWritten: true })
    const part = partOf(access, section.name)
    const send = writerOf(part, section.name, change)
    const about = { listingId, airbnbListingId: link.externalId }
    if (section.assertThere) {
      const { content } = await sectionOf(services, scope, link, section.name)
      section.assertThere(change, content, listingId)
    }
    if (dryRun) return { ...about, ...nothingYet, dryRun: true as const }
    return whileHolding(access.services, scope, link, section.name, async (holder) => {
      const lost = await sent(access, link, section, (vendor) =>
        send(vendor, { externalId: link.externalId, change }),
      )
      const readAt = services.clock.now()
      const content = await readBack(access, link, section.name, lost)
      const outcome = content === null ? unread(section, change) : outcomeOf(section, change, content)
      if (lost !== null && outcome.blockedFields.length > 0) throw readingFailed(lost, section.name)
      return writeOnce(write, async (tx) => {
        const lockedFields = outcome.blockedFields
        await wanted.alongside?.(tx, access, link)
        if (content !== null)
          await keepSection(tx, scope, link, { section: section.name, content, readAt, lockedFields, holder })
        if (section.overlaps) await ageSections(tx, scope, link, section.overlaps)
        return { ...about, ...outcome, stored: content !== null, result: content }
      })
    })
  })
}

const nothingYet = { written: [], blockedFields: [], stored: false, result: null }

/** What is not read back was taken as it was sent, as far as anybody knows. */
const unread = <S extends ContentSection>(
  { compared }: Section<S>,
  change: ContentSections[S]['change'],
) => ({ written: [...new Set(compared(change, null).map(({ field }) => field))], blockedFields: [] })

function outcomeOf<S extends ContentSection>(
  { compared }: Section<S>,
  change: ContentSections[S]['change'],
  content: ContentSections[S]['content'],
): Pick<SectionWritten<S>, 'written' | 'blockedFields' | 'message' | 'fix'> {
  const all = compared(change, content)
  const blockedFields = all.filter((one) => !stands(one)).map(({ field }) => field)
  const written = all.map(({ field }) => field).filter((field) => !blockedFields.includes(field))
  if (blockedFields.length === 0) return { written, blockedFields }
  return {
    written,
    blockedFields,
    message: `Airbnb took the request and does not show ${blockedFields.join(', ')} as sent.`,
    fix: 'Change these on Airbnb itself, or see there whether they are locked.',
  }
}

/** The error of a call of which nobody knows what became; null: Airbnb said that it was done. Throws what it refused. */
async function sent<S extends ContentSection>(
  access: ConnectionAccess,
  link: Link,
  { name }: Section<S>,
  send: Parameters<typeof callConnection<void>>[1],
): Promise<VendorError | null> {
  try {
    await callConnection(access, send)
    return null
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (!isCertain(error)) return error
    if (error.status === 403) throw await whyForbidden(access, link, name, readingFailed(error, name))
    throw readingFailed(error, name)
  }
}

/** null: it cannot be read now, and was certainly written. */
async function readBack<S extends ContentSection>(
  access: ConnectionAccess,
  link: Link,
  section: S,
  lost: VendorError | null,
): Promise<ContentSections[S]['content'] | null> {
  const part = partOf(access, section)
  try {
    return await callConnection(access, (vendor) => part.read(vendor, link.externalId))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (lost !== null) throw readingFailed(lost, section)
    return null
  }
}
