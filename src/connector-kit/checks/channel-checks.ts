/** Checks what only channels have, beside the lists of every vendor. */
import { VendorError } from '../vendor-error.ts'
import { nothing, offered } from './check.ts'
import type { CertificationCheck } from './check.ts'
import { found } from './findings.ts'
import { walk } from './walk.ts'

export const channelChecks: CertificationCheck[] = [
  {
    id: 'content',
    title: 'Every section of what some listings say of themselves is read and fits its schema',
    needs: ({ channelContent }) => channelContent !== undefined,
    async run(run) {
      if (run.seen.listings === undefined) return { skip: 'walk_failed' }
      const listings = run.seen.listings.records.slice(0, run.samples.contents)
      if (listings.length === 0) return nothing
      const unread: string[] = []
      let compared = 0
      for (const { externalId } of listings) {
        for (const [section, part] of Object.entries(offered(run.connector.operations.channelContent))) {
          run.bounds.signal.throwIfAborted()
          compared += 1
          try {
            await part.read(run.context, externalId)
          } catch (error) {
            if (!(error instanceof VendorError)) throw error
            unread.push(section)
          }
        }
      }
      return {
        findings: found('section_unread', unread.length, unread.map(run.words.say)),
        figures: { listings: listings.length, compared },
      }
    },
  },
  {
    id: 'alterations',
    title: 'Changes that are asked for of some bookings are read',
    needs: ({ alterations }) => alterations !== undefined,
    async run(run) {
      if (run.seen.stays === undefined) return { skip: 'walk_failed' }
      const stays = run.seen.stays.records
        .filter(({ kind }) => kind === 'reservation')
        .slice(0, run.samples.alterations)
      if (stays.length === 0) return nothing
      let records = 0
      for (const { externalId } of stays) {
        run.bounds.signal.throwIfAborted()
        const { length } = await offered(run.connector.operations.alterations).of(run.context, externalId)
        records += length
      }
      return { findings: [], figures: { records, compared: stays.length } }
    },
  },
  {
    id: 'channel_links',
    title: 'Which channels listings are sold on is read to its end',
    needs: ({ channelLinks }) => channelLinks !== undefined,
    async run(run) {
      const family = offered(run.connector.operations.channelLinks)
      const walked = await walk(run.bounds, (cursor) => family.page(run.context, { cursor }))
      const ids = walked.records.map(({ externalId }) => externalId)
      return {
        findings: [
          ...found('walk_loops', walked.end === 'loops' ? 1 : 0),
          ...found('walk_bounded', walked.end === 'bounded' ? 1 : 0),
          ...found('ids_twice', ids.length - new Set(ids).size),
          ...found('row_other', walked.failures.length),
        ],
        figures: { records: walked.records.length, pages: walked.pages },
      }
    },
  },
]
