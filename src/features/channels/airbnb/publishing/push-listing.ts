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

type NamedJob = readonly [PushedSection, SectionPushJob]

/** Lists the work section by section; prices are asked about when their turn comes. */
function listJobs(
  context: RouteWriteContext,
  request: PushRequest,
  plan: ReturnType<typeof planPublication>,
): NamedJob[] {
  const sections = mapPlannedSections(plan, (part): NamedJob => {
    const work = createSectionJob(context, request, part)
    if (part.name !== 'pricing') return [part.name, work]
    return [
      part.name,
      async () => {
        const canSend = await canSendPrices(context, request)
        if (canSend === true) return work()
        return { name: part.name, way: part.way, written: [], blocked: [], wanted: [], warnings: [canSend] }
      },
    ]
  })
  return [
    ...sections,
    ['rooms', async () => toSectionPush('rooms', await pushRooms(context, request, plan.rooms))],
    ['photos', async () => toSectionPush('photos', await pushPhotos(context, request, plan.photos))],
  ]
}

/** Any error that is not about one section would also hit the next; the push can be repeated. */
function refusedPush(name: PushedSection, error: unknown): SectionPush {
  const nothing = { name, way: '', written: [], blocked: [], wanted: [] }
  if (error instanceof ApiError && error.code === 'channel_not_supported')
    return { ...nothing, warnings: [`${name}: ${error.message}`] }
  if (error instanceof ApiError && error.code === 'airbnb_rejected')
    return { ...nothing, problems: [{ section: name, message: error.message, code: 'rejected' }] }
  throw error
}

export async function pushListing(context: RouteWriteContext, request: PushRequest): Promise<PushResult> {
  const plan = planPublication(request.listing)
  const warnings = [...plan.warnings]
  const stood: PushResult['stood'][number][] = []
  const errors: PushProblem[] = plan.empty.map((section) => ({
    section,
    message: `Nothing is known here of ${section} that could be sent.`,
    code: 'no_content',
  }))
  const sections = new Set<PushedSection>()
  for (const [name, work] of listJobs(context, request, plan)) {
    const push = await work().catch((error: unknown) => refusedPush(name, error))
    if (push.written.length > 0) sections.add(name)
    for (const { field, wanted } of push.wanted)
      if (push.written.includes(field)) stood.push({ section: name, field: `${push.way}${field}`, wanted })
    if (push.blocked.length > 0) errors.push(lockedProblem(name, push.blocked))
    errors.push(...(push.problems ?? []))
    warnings.push(...(push.warnings ?? []))
  }
  const reason = reasonFor(request.link, errors, sections)
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

/** Says why the listing does not count as published; undefined when it does. */
function reasonFor(
  { externalId }: AirbnbLink,
  errors: readonly PushProblem[],
  sections: ReadonlySet<PushedSection>,
): string | undefined {
  const wrong = errors.filter(({ code }) => code !== 'no_content')
  if (wrong.length > 0)
    return `Airbnb does not show ${[...new Set(wrong.map(({ section }) => section))].join(', ')} as sent.`
  return sections.size === 0 ? `Nothing was sent to Airbnb listing ${externalId}.` : undefined
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
