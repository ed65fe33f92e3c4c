/** Writes a section: checked, sent, read back, stored. Writing is idempotent, so a lost answer is read back. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { isCertain } from '../../../../upstream/errors.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { asAirbnb } from '../errors.ts'
import { findPart, findWriter } from './host-access.ts'
import { isShownAsSent } from './compare-fields.ts'
import { withSectionLock } from './with-section-lock.ts'
import type { AirbnbLink } from './find-link.ts'
import { openSection, type SectionTarget } from './open-section.ts'
import { expireSections, storeSection } from './queries.ts'
import { readFailedError, readSection } from './read-section.ts'
import type { AirbnbSection } from './section.ts'
import { explainForbidden } from './assert-synchronised.ts'

/** Answer of every section write; some routes add to it. */
export interface SectionWriteAnswer<S extends ContentSection> {
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

export interface SectionChange<S extends ContentSection> extends SectionTarget {
  change: ContentSections[S]['change']
  /** Runs in the transaction that stores the section, before it. */
  alongside?(tx: Queryable, access: ConnectionAccess, link: AirbnbLink): Promise<void>
}

export function writeSection<S extends ContentSection, R extends object>(
  context: RouteWriteContext,
  section: AirbnbSection<S>,
  request: SectionChange<S>,
  toReply: (written: SectionWriteAnswer<S>) => R,
): Promise<R> {
  return asAirbnb(context, toReply, async (write) => {
    const { services, scope } = write
    const { listingId, change, dryRun } = request
    const { link, access } = await openSection(write, request, section.name)
    const part = findPart(access, section.name)
    const send = findWriter(part, section.name, change)
    const about = { listingId, airbnbListingId: link.externalId }
    if (section.assertThere) {
      const { content } = await readSection(services, scope, link, section.name)
      section.assertThere(change, content, listingId)
    }
    if (dryRun) return { ...about, ...nothingYet, dryRun: true as const }
    return withSectionLock(access.services, scope, link, section.name, async (holder) => {
      const lost = await sendChange(access, link, section, (vendor) =>
        send(vendor, { externalId: link.externalId, change }),
      )
      const readAt = services.clock.now()
      const content = await readBack(access, link, section.name, lost)
      const outcome =
        content === null ? assumeWritten(section, change) : toWriteOutcome(section, change, content)
      if (lost !== null && outcome.blockedFields.length > 0) throw readFailedError(lost, section.name)
      return writeOnce(write, async (tx) => {
        const lockedFields = outcome.blockedFields
        await request.alongside?.(tx, access, link)
        if (content !== null)
          await storeSection(tx, scope, link, {
            section: section.name,
            content,
            readAt,
            lockedFields,
            holder,
          })
        if (section.overlaps) await expireSections(tx, scope, link, section.overlaps)
        return { ...about, ...outcome, stored: content !== null, result: content }
      })
    })
  })
}

const nothingYet = { written: [], blockedFields: [], stored: false, result: null }

/** A change that cannot be read back counts as accepted. */
const assumeWritten = <S extends ContentSection>(
  { compared }: AirbnbSection<S>,
  change: ContentSections[S]['change'],
) => ({ written: [...new Set(compared(change, null).map(({ field }) => field))], blockedFields: [] })

function toWriteOutcome<S extends ContentSection>(
  { compared }: AirbnbSection<S>,
  change: ContentSections[S]['change'],
  content: ContentSections[S]['content'],
): Pick<SectionWriteAnswer<S>, 'written' | 'blockedFields' | 'message' | 'fix'> {
  const all = compared(change, content)
  const blockedFields = all.filter((one) => !isShownAsSent(one)).map(({ field }) => field)
  const fields = all.map(({ field }) => field).filter((field) => !blockedFields.includes(field))
  if (blockedFields.length === 0) return { written: fields, blockedFields }
  return {
    written: fields,
    blockedFields,
    message: `Airbnb took the request and does not show ${blockedFields.join(', ')} as sent.`,
    fix: 'Change these on Airbnb itself, or see there whether they are locked.',
  }
}

/** The error of a call with unknown outcome; null: Airbnb confirmed it. Throws what it refused. */
async function sendChange<S extends ContentSection>(
  access: ConnectionAccess,
  link: AirbnbLink,
  { name }: AirbnbSection<S>,
  send: Parameters<typeof callConnection<void>>[1],
): Promise<VendorError | null> {
  try {
    await callConnection(access, send)
    return null
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (!isCertain(error)) return error
    if (error.status === 403) throw await explainForbidden(access, link, name, readFailedError(error, name))
    throw readFailedError(error, name)
  }
}

/** null: it cannot be read now, but was certainly written. */
async function readBack<S extends ContentSection>(
  access: ConnectionAccess,
  link: AirbnbLink,
  section: S,
  lost: VendorError | null,
): Promise<ContentSections[S]['content'] | null> {
  const part = findPart(access, section)
  try {
    return await callConnection(access, (vendor) => part.read(vendor, link.externalId))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (lost !== null) throw readFailedError(lost, section)
    return null
  }
}
