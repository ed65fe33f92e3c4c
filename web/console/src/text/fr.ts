/** French, an area of the console a file. */
import type { en } from './en.ts'
import { accounts } from './fr/accounts.ts'
import { agents } from './fr/agents.ts'
import { amenities } from './fr/amenities.ts'
import { calendar } from './fr/calendar.ts'
import { common } from './fr/common.ts'
import { content } from './fr/content.ts'
import { channels } from './fr/channels.ts'
import { developers } from './fr/developers.ts'
import { figures } from './fr/figures.ts'
import { inbox } from './fr/inbox.ts'
import { listings } from './fr/listings.ts'
import { migrations } from './fr/migrations.ts'
import { operator } from './fr/operator.ts'
import { pricing } from './fr/pricing.ts'
import { reservations } from './fr/reservations.ts'
import { settings } from './fr/settings.ts'
import { today } from './fr/today.ts'
import type { Translated } from './texts.ts'

export const fr: Translated<typeof en> = {
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
}
