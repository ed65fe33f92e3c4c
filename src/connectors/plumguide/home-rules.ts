import { demand } from '../../connector-kit/answers.ts'
import { weekdayNames, type HomeRules, type StayRules } from '../../connector-kit/home-operations.ts'
import { nameKey, wholeNumber } from '../../connector-kit/readings.ts'
import { ofHome } from './approval.ts'
import { homePath } from './calendar.ts'
import { VendorRestrictions } from './vendor.ts'

const part = 'restrictions'
const capitalized = (day: string) => `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`

function rulesIn(answer: unknown): StayRules {
  const { minNights, bookingWindowDays, changeOverDays } = demand(
    VendorRestrictions,
    answer,
    'rules of a home',
  )
  const keys = (changeOverDays ?? []).map(nameKey)
  const [shortest, ahead] = [wholeNumber(minNights), wholeNumber(bookingWindowDays)]
  return {
    ...(shortest === null ? {} : { minNights: shortest }),
    ...(ahead === null ? {} : { bookingWindowDays: ahead }),
    changeOverDays: weekdayNames.filter((name) => keys.includes(name)),
  }
}

/**
 * Rules belong to the home, not to a night: a field that is sent replaces the present one, and the rest
 * stays.
 */
export const homeRules: HomeRules = {
  async read({ http }, externalId) {
    return rulesIn(await ofHome(http.get(homePath(externalId, part))))
  },

  async write({ http }, externalId, { changeOverDays, ...rules }) {
    const body = { ...rules, ...(changeOverDays && { changeOverDays: changeOverDays.map(capitalized) }) }
    await ofHome(http.put(homePath(externalId, part), { body }))
    return rulesIn(await ofHome(http.get(homePath(externalId, part))))
  },
}
