/**
 * No path for guides is known: these are invented, and are called only where unverified calls are allowed.
 */
import { demand, listIn } from '../../../connector-kit/answers.ts'
import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { presentText } from '../../../connector-kit/readings.ts'
import { VendorCheckInGuide, VendorCheckOutTask } from './vendor.ts'

const path = '/v2/listing_checkin_guides'

export const checkInGuide: ContentPart<'checkInGuide'> = {
  async read({ http }, externalId) {
    const answer = await http.get(path, { query: { listing_id: externalId } })
    return listIn(answer, 'listing_checkin_guides').map((row) => {
      const { locale, published, steps } = demand(VendorCheckInGuide, row, `a guide of ${externalId}`)
      return {
        locale,
        published: published ?? null,
        steps: (steps ?? []).map(({ id, notes, media_url: mediaUrl }) => ({
          id,
          notes: presentText(notes),
          mediaUrl: presentText(mediaUrl),
        })),
      }
    })
  },
  async write({ http }, { externalId, change: { locale = 'en', steps } }) {
    await http.put(`${path}/${encodeURIComponent(externalId)}/${encodeURIComponent(locale)}`, {
      body: { steps },
    })
  },
}

export const checkOutGuide: ContentPart<'checkOutGuide'> = {
  async read({ http }, externalId) {
    const answer = await http.get('/v2/listing_checkout_tasks', { query: { listing_id: externalId } })
    return listIn(answer, 'listing_checkout_tasks').map((taskRow) => {
      const row = demand(VendorCheckOutTask, taskRow, `a task of ${externalId}`)
      return {
        taskType: row.task_type,
        isPresent: row.is_present === true,
        instruction: presentText(row.added_details),
      }
    })
  },
  async write({ http }, { externalId, change: { tasks } }) {
    await http.put(`/v2/listing_checkout_tasks/${encodeURIComponent(externalId)}`, {
      body: {
        tasks: tasks.map(({ taskType, instruction }) => ({
          task_type: taskType,
          is_present: true,
          added_details: instruction,
        })),
      },
    })
  },
}
