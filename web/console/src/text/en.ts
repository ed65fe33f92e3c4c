/** English, an area of the console a file. Keys with `_one` and `_other` have a singular and a plural; the caller gives `count`. */
import { accounts } from './en/accounts.ts'
import { agents } from './en/agents.ts'
import { amenities } from './en/amenities.ts'
import { calendar } from './en/calendar.ts'
import { common } from './en/common.ts'
import { content } from './en/content.ts'
import { channels } from './en/channels.ts'
import { developers } from './en/developers.ts'
import { figures } from './en/figures.ts'
import { inbox } from './en/inbox.ts'
import { listings } from './en/listings.ts'
import { migrations } from './en/migrations.ts'
import { operator } from './en/operator.ts'
import { pricing } from './en/pricing.ts'
import { reservations } from './en/reservations.ts'
import { settings } from './en/settings.ts'
import { today } from './en/today.ts'

export const en = {
  ...common,
  ...today,
  ...calendar,
  ...reservations,
  ...inbox,
  ...listings,
  ...channels,
  ...content,
  ...amenities,
  ...accounts,
  ...migrations,
  ...pricing,
  ...figures,
  ...developers,
  ...settings,
  ...agents,
  ...operator,
} as const
