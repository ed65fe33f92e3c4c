/** Answers say how old an account's records can be. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, link, record, text, timestampOrNull } from './fields.ts'

const facts = {
  lastSyncedAt: timestampOrNull(
    'When the last reading to which every row came began; one that fails or is cut short never moves it.',
  ),
  reason: Type.Optional(
    text(
      'Why it is stale, or what holds it up: `host_disconnected_since_<instant>`, `host_disconnected`, `host_not_activated`, `never_synced`, `importing`, `sync_lag_>_24h`, `partial_account_staleness`; of a record asked for with `max_age` also `source_failed`, `not_read_in_time`, `not_readable`.',
      { examples: ['sync_lag_>_24h'] },
    ),
  ),
  fixUrl: Type.Optional(link('Page where the owner reconnects, when that is what is needed.')),
}

export const AccountFreshness = record({
  accountId: text("The provider's id of the account.", { examples: ['64127'] }),
  accountName: Type.Optional(text('Name of the account.')),
  stale: flag('Disconnected, never read to the end, or not for 24 hours.'),
  ...facts,
})
export type AccountFreshness = Static<typeof AccountFreshness>

export const DataFreshness = record(
  {
    stale: flag(
      'Only when every account is stale; `partial_account_staleness` tells of some. With `max_age`: older than asked for.',
    ),
    ...facts,
    accounts: Type.Optional(
      Type.Array(AccountFreshness, { description: 'Every account, ordered by `accountId`.' }),
    ),
  },
  { description: 'How old the data of the provider can be, or of a record asked for with `max_age`.' },
)
export type DataFreshness = Static<typeof DataFreshness>
