/** Sends a listing's known content to Airbnb by section; a refused section does not stop the others. */
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import type { PublishResult, PushedSection } from '../../../../contract/channel-content/publishing.ts'
import type { WritePolicy } from '../../../../contract/connection.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { isShownAsSent, type FieldComparison } from '../content/compare-fields.ts'
import { linkId, type AirbnbLink } from '../content/find-link.ts'
import { readSectionLive } from '../content/read-section.ts'
import { writeSection } from '../content/write-section.ts'
import type { PhotoMemory, PushResult } from './push-note.ts'
import { asPart } from './request-parts.ts'
import { planPublication } from './plan-publication.ts'
import { mapPlannedSections, type PlannedSection } from './planned-sections.ts'
import { pushPhotos } from './push-photos.ts'
import { pushRooms, type ItemPushResult } from './push-rooms.ts'
import type { PublishableListing } from './queries.ts'

export interface PushRequest {
  link: AirbnbLink
  listing: PublishableListing
  /** Also send sections that Airbnb already shows. */
  force: boolean
  dryRun: boolean
  memory: PhotoMemory
}

interface SectionPush {
  name: PushedSection
  /** Prefix of its field names within the listing. */
  way: string
  written: string[]
  blocked: string[]
  wanted: readonly Pick<FieldComparison, 'field' | 'wanted'>[]
  problems?: PushProblem[]
  warnings?: string[]
}

const toSectionPush = (name: PushedSection, { stood, problems, warnings }: ItemPushResult): SectionPush => ({
  ...{ name, way: '', written: stood.map(({ field }) => field), blocked: [], wanted: stood },
  ...{ problems: problems.map((problem) => ({ section: name, ...problem })), warnings },
})

type SectionPushJob = () => Promise<SectionPush>
type PushProblem = PublishResult['errors'][number]

export async function pushListing(context: RouteWriteContext, request: PushRequest): Promise<PushResult> {
  const { link, listing } = request
  const plan = planPublication(listing)
  const warnings = [...plan.warnings]
  const jobs = mapPlannedSections(plan, (part): [PushedSection, SectionPushJob] => {
    const work = createSectionJob(context, request, part)
    if (part.name !== 'pricing') return [part.name, work]
    return [
      part.name,
      async () => {
        const canSend = await canSendPrices(context, request)
        if (canSend === true) return work()
        warnings.push(canSend)
        return { name: part.name, way: part.way, written: [], blocked: [], wanted: [] }
      },
    ]
  })
  jobs.push(
    ['rooms', async () => toSectionPush('rooms', await pushRooms(context, request, plan.rooms))],
    ['photos', async () => toSectionPush('photos', await pushPhotos(context, request, plan.photos))],
  )
  const stood: PushResult['stood'][number][] = []
  const errors: PushProblem[] = plan.empty.map((section) => ({
    section,
    message: `Nothing is known here of ${section} that could be sent.`,
    code: 'no_content',
  }))
  const sections = new Set<PushedSection>()
  for (const [name, work] of jobs) {
    const push = await work().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'channel_not_supported') warnings.push(`${name}: ${error.message}`)
      else if (error.code === 'airbnb_rejected')
        errors.push({ section: name, message: error.message, code: 'rejected' })
      // Any other error would also hit the next section; the push can be repeated.
      else throw error
      return null
    })
    if (push === null) continue
    if (push.written.length > 0) sections.add(name)
    for (const { field, wanted } of push.wanted)
      if (push.written.includes(field)) stood.push({ section: name, field: `${push.way}${field}`, wanted })
    if (push.blocked.length > 0) errors.push(lockedProblem(name, push.blocked))
    errors.push(...(push.problems ?? []))
    warnings.push(...(push.warnings ?? []))
  }
  const wrong = errors.filter(({ code }) => code !== 'no_content')
  const reason =
    wrong.length > 0
      ? `Airbnb does not show ${[...new Set(wrong.map(({ section }) => section))].join(', ')} as sent.`
      : sections.size === 0
        ? `Nothing was sent to Airbnb listing ${link.externalId}.`
        : undefined
  const result = {
    published: reason === undefined && !request.dryRun,
    sections: [...sections],
    errors,
    warnings,
    ...(reason === undefined ? {} : { reason }),
    lockedFields: [...new Set(errors.flatMap(({ lockedFields = [] }) => lockedFields))],
  }
  return { result, stood }
}

const lockedProblem = (section: PushedSection, lockedFields: string[]): PushProblem => ({
  section,
  message: `Airbnb took the request and does not show ${lockedFields.join(', ')} as sent.`,
  code: 'locked',
  lockedFields,
})

const createSectionJob = <S extends ContentSection>(
  context: RouteWriteContext,
  { link, force, dryRun }: PushRequest,
  { name, section, change, way }: PlannedSection<S>,
): SectionPushJob => {
  const { services, scope } = context
  return async () => {
    const comparisons = section.compared(change, null)
    const fields = comparisons.map(({ field }) => field)
    if (!force) {
      const { content } = await readSectionLive(services, scope, link, section.name)
      if (section.compared(change, content).every(isShownAsSent))
        return { name, way, written: fields, blocked: [], wanted: comparisons }
    }
    const request = { listingId: link.listingId, named: linkId(link), change, dryRun }
    const result = await writeSection(asPart(context), section, request, (answer) => answer)
    return {
      name,
      way,
      written: dryRun ? fields : result.written,
      blocked: result.blockedFields,
      wanted: comparisons,
    }
  }
}

/** Why stay prices are not sent, in words; true: they are. */
async function canSendPrices(
  { services, scope }: RouteWriteContext,
  { link, listing: { currency } }: PushRequest,
): Promise<true | string> {
  if (!(link.host.write_policy as WritePolicy).calendar.rates)
    return 'Prices are not sent: the write policy of Airbnb has `calendar.rates` switched off.'
  if (!link.sells) return 'Prices are not sent: our calendar is not written to this Airbnb listing.'
  const { content } = await readSectionLive(services, scope, link, 'pricing')
  if (currency !== null && currency === content.currency) return true
  return `Prices are not sent: they are in ${currency ?? 'no known currency'} here and in ${content.currency ?? 'none'} on Airbnb.`
}
