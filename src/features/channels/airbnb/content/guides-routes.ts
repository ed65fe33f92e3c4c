import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  CheckInGuide,
  CheckInGuideBody,
  CheckInGuideWritten,
  CheckOutTask,
  type CheckOutTask as CheckOutTaskShown,
} from '../../../../contract/channel-content/guides.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import {
  at,
  changeErrors,
  LinkQuery,
  readSectionOf,
  readErrors,
  tag,
  toSectionChange,
  WriteQuery,
} from './route-parts.ts'
import { LocaleQuery, filterLocale, localeAlias } from './locale.ts'
import type { AirbnbSection } from './section.ts'
import { writeSection } from './write-section.ts'

const usualLocale = 'en'
const unverified = 'No path of it is known, so it needs `AIRBNB_UNVERIFIED_CALLS`.'

const checkInGuide: AirbnbSection<'checkInGuide'> = {
  name: 'checkInGuide',
  compared({ locale = usualLocale, steps }, content) {
    const guide = content?.find((one) => one.locale === locale)
    const shown = guide?.steps.map(({ notes }) => notes) ?? null
    return [{ field: 'steps', wanted: steps.map(({ notes }) => notes), shown }]
  },
}

/** Part of publishing a listing; it has no route of its own. */
export const checkOutGuide: AirbnbSection<'checkOutGuide'> = {
  name: 'checkOutGuide',
  compared({ tasks }, content) {
    return tasks.map(({ taskType, instruction }) => ({
      field: taskType,
      wanted: { isPresent: true, instruction },
      shown: toComparedTask(content?.find((task) => task.taskType === taskType)),
    }))
  },
}

const toComparedTask = (task: CheckOutTaskShown | undefined) =>
  task && { isPresent: task.isPresent, instruction: task.instruction }

export const guideRoutes = [
  route({
    method: 'GET',
    url: at('checkin-guide'),
    id: 'getAirbnbCheckInGuide',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the check-in guide of an Airbnb listing',
    description: `The steps in each language, as Airbnb was last read to have them. ${unverified}`,
    params: idParams('listing'),
    query: LocaleQuery,
    queryAliases: localeAlias,
    reply: readOf(Type.Array(CheckInGuide)),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'checkInGuide')
      return { data: filterLocale(content, context.query.locale), dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: at('checkin-guide'),
    id: 'updateAirbnbCheckInGuide',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Replace the check-in guide of an Airbnb listing',
    description: `All steps of one language are replaced, and read back. ${unverified}`,
    params: idParams('listing'),
    query: WriteQuery,
    body: CheckInGuideBody,
    reply: CheckInGuideWritten,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      const { locale = usualLocale } = context.body
      return writeSection(
        context,
        checkInGuide,
        toSectionChange(context, context.body),
        ({ listingId, result, stored, dryRun }) => {
          const guide = result?.find((one) => one.locale === locale)
          const data = guide ?? { locale, published: null, steps: [] }
          return {
            data: { listingId: Number(listingId), ...data },
            stored,
            ...(dryRun ? { dryRun } : {}),
          }
        },
      )
    },
  }),

  route({
    method: 'GET',
    url: at('checkout-guide'),
    id: 'getAirbnbCheckOutGuide',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the check-out guide of an Airbnb listing',
    description: `What guests do before they leave, as Airbnb was last read to have it. ${unverified}`,
    params: idParams('listing'),
    query: LinkQuery,
    reply: readOf(Type.Array(CheckOutTask)),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'checkOutGuide')
      return { data: content, dataFreshness }
    },
  }),
]
