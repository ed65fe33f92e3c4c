/** A server's operator loads markets with `/v1/operator/markets`. */
import { Type, type Static } from 'typebox'
import {
  currency,
  dateOnly,
  dateOnlyOrNull,
  flag,
  integer,
  integerOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  timestamp,
} from './fields.ts'

const count = (description: string) => integer(description, { minimum: 0 })
const LeftOut = record(
  {
    count: count('How many.'),
    first: Type.Array(Type.String(), { description: 'The first of them, with their lines.' }),
  },
  { description: 'Rows that could not be read.' },
)

export const OperatedMarket = record({
  city: text('The market.'),
  country: text('Its country in two letters.'),
  currency: currency('What its prices are in.'),
  listings: count('Listings of the latest files.'),
  snapshotDate: dateOnlyOrNull('The day these were made; null: nothing was loaded to its end yet.'),
  snapshots: count('Months of files that are kept.'),
  eventFiles: Type.Array(
    record({ source: text('What the file is called.'), events: count('Events of it.') }),
    { description: 'Files that told of events.' },
  ),
  loading: nullable(
    record({
      since: timestamp('When it began.'),
      bytesRead: integerOrNull(
        'How much of the files is read; null: not known yet, or a command reads them.',
      ),
      bytes: integerOrNull('How much they are.'),
    }),
    {
      description:
        'An import that has begun and not ended: it runs, or its process was ended, and the next one clears it away.',
    },
  ),
})
export type OperatedMarket = Static<typeof OperatedMarket>

export const LoadedMarket = record({
  city: text('The market.'),
  snapshotDate: dateOnly('The day the files were made.'),
  unchanged: flag('Whether these very files were loaded before: nothing was done.'),
  listings: count('Listings of the files.'),
  nights: integerOrNull('Nights of their calendars; null: nothing was read.'),
  reviews: integerOrNull('Reviews; null: nothing was read.'),
  priceFrom: nullable(
    oneOfStrings(['calendar', 'listing', 'none'], {
      description: 'Where prices of nights are from; null: nothing was read.',
    }),
  ),
  leftOut: nullable(LeftOut, { description: 'Rows that could not be read; null: nothing was read.' }),
})
export type LoadedMarket = Static<typeof LoadedMarket>

export const LoadedEvents = record({
  city: text('The market.'),
  source: text('What the file is called.'),
  events: count('Events of the file that are kept.'),
  added: count('New ones.'),
  changed: count('Those that say something else than before.'),
  removed: count('Those that the file told of before and does not any more, and that are not over.'),
  outside: count('Events of days that are long over or far ahead.'),
  leftOut: LeftOut,
})

export const ForgottenEvents = record({
  city: text('The market.'),
  source: text('What the file is called.'),
  removed: count('Events that were taken back.'),
})

export const RemovedMarket = record({
  city: text('The market.'),
  snapshots: count('Months of files that were kept of it.'),
  events: count('Events of it.'),
})
