/** Sends what is known of a listing to Airbnb, section by section: one that is refused keeps no other from being sent. */
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import type { PublishResult, PushedSection } from '../../../../contract/channel-content/publishing.ts'
import type { WritePolicy } from '../../../../contract/connection.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Writing } from '../../../route.ts'
import { stands, type Compared } from '../content/compare.ts'
import { linkId, type Link } from '../content/link.ts'
import { liveSection } from '../content/read.ts'
import { writeSection } from '../content/write.ts'
import type { PhotoMemory, Pushed } from './note.ts'
import { partOf } from './part-of.ts'
import { planOf } from './plan.ts'
import { partsOf, type Part } from './planned.ts'
import { pushPhotos } from './push-photos.ts'
import { pushRooms, type Outcome } from './push-rooms.ts'
import type { KnownListing } from './queries.ts'

export interface AskedPush {
  link: Link
  listing: KnownListing
  /** Sections that Airbnb shows already are sent as well. */
  force: boolean
  dryRun: boolean
  memory: PhotoMemory
}

interface Sent {
  name: PushedSection
  /** Before the names of its fields, in the names of the whole listing. */
  way: string
  written: string[]
  blocked: string[]
  wanted: readonly Pick<Compared, 'field' | 'wanted'>[]
  problems?: Problem[]
  warnings?: string[]
}

const sentOf = (name: PushedSection, { stood, problems, warnings }: Outcome): Sent => ({
  ...{ name, way: '', written: stood.map(({ field }) => field), blocked: [], wanted: stood },
  ...{ problems: problems.map((problem) => ({ section: name, ...problem })), warnings },
})

type Job = () => Promise<Sent>
type Problem = PublishResult['errors'][number]

export async function push(context: Writing, asked: AskedPush): Promise<Pushed> {
  const { link, listing } = asked
  const plan = planOf(listing)
  const warnings = [...plan.warnings]
  const jobs = partsOf(plan, (part): [PushedSection, Job] => {
    const work = jobOf(context, asked, part)
    if (part.name !== 'pricing') return [part.name, work]
    return [
      part.name,
      async () => {
        const taken = await pricesTaken(context, asked)
        if (taken === true) return work()
        warnings.push(taken)
        return { name: part.name, way: part.way, written: [], blocked: [], wanted: [] }
      },
    ]
  })
  jobs.push(
    ['rooms', async () => sentOf('rooms', await pushRooms(context, asked, plan.rooms))],
    ['photos', async () => sentOf('photos', await pushPhotos(context, asked, plan.photos))],
  )
  const stood: Pushed['stood'][number][] = []
  const errors: Problem[] = plan.empty.map((section) => ({
    section,
    message: `Nothing is known here of ${section} that could be sent.`,
    code: 'no_content',
  }))
  const sections = new Set<PushedSection>()
  for (const [name, work] of jobs) {
    const sent = await work().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'channel_not_supported') warnings.push(`${name}: ${error.message}`)
      else if (error.code === 'airbnb_rejected')
        errors.push({ section: name, message: error.message, code: 'rejected' })
      // Whatever else stands in the way stands in the way of the next section too; it can all be sent again.
      else throw error
      return null
    })
    if (sent === null) continue
    if (sent.written.length > 0) sections.add(name)
    for (const { field, wanted } of sent.wanted)
      if (sent.written.includes(field)) stood.push({ section: name, field: `${sent.way}${field}`, wanted })
    if (sent.blocked.length > 0) errors.push(lockedProblem(name, sent.blocked))
    errors.push(...(sent.problems ?? []))
    warnings.push(...(sent.warnings ?? []))
  }
  const wrong = errors.filter(({ code }) => code !== 'no_content')
  const reason =
    wrong.length > 0
      ? `Airbnb does not show ${[...new Set(wrong.map(({ section }) => section))].join(', ')} as sent.`
      : sections.size === 0
        ? `Nothing was sent to Airbnb listing ${link.externalId}.`
        : undefined
  const result = {
    published: reason === undefined && !asked.dryRun,
    sections: [...sections],
    errors,
    warnings,
    ...(reason === undefined ? {} : { reason }),
    lockedFields: [...new Set(errors.flatMap(({ lockedFields = [] }) => lockedFields))],
  }
  return { result, stood }
}

const lockedProblem = (section: PushedSection, lockedFields: string[]): Problem => ({
  section,
  message: `Airbnb took the request and does not show ${lockedFields.join(', ')} as sent.`,
  code: 'locked',
  lockedFields,
})

const jobOf = <S extends ContentSection>(
  context: Writing,
  { link, force, dryRun }: AskedPush,
  { name, section, change, way }: Part<S>,
): Job => {
  const { services, scope } = context
  return async () => {
    const wanted = section.compared(change, null)
    const fields = wanted.map(({ field }) => field)
    if (!force) {
      const { content } = await liveSection(services, scope, link, section.name)
      if (section.compared(change, content).every(stands))
        return { name, way, written: fields, blocked: [], wanted }
    }
    const asked = { listingId: link.listingId, named: linkId(link), change, dryRun }
    const done = await writeSection(partOf(context), section, asked, (written) => written)
    return { name, way, written: dryRun ? fields : done.written, blocked: done.blockedFields, wanted }
  }
}

/** Why prices of stays are not sent, in words; true: they are. */
async function pricesTaken(
  { services, scope }: Writing,
  { link, listing: { currency } }: AskedPush,
): Promise<true | string> {
  if (!(link.host.write_policy as WritePolicy).calendar.rates)
    return 'Prices are not sent: the write policy of Airbnb has `calendar.rates` switched off.'
  if (!link.sells) return 'Prices are not sent: our calendar is not written to this Airbnb listing.'
  const { content } = await liveSection(services, scope, link, 'pricing')
  if (currency !== null && currency === content.currency) return true
  return `Prices are not sent: they are in ${currency ?? 'no known currency'} here and in ${content.currency ?? 'none'} on Airbnb.`
}
