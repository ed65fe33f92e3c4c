/** All answers about markets share these. */
import { Type, type Static } from 'typebox'
import { dateOnly, dateOnlyOrNull, nullable, oneOfStrings, record, text, textOrNull } from './fields.ts'

export const DateRange = record(
  { start: dateOnly('The first night.'), end: dateOnly('The last night.') },
  { description: 'The nights that are told of, first and last included.' },
)

export const Attribution = nullable(
  record({
    source: text('Who publishes it.', { examples: ['Inside Airbnb'] }),
    url: text('Where.', { examples: ['https://insideairbnb.com'] }),
    license: text('Under which licence.', { examples: ['CC BY 4.0'] }),
    licenseUrl: text('The licence.', { examples: ['https://creativecommons.org/licenses/by/4.0/'] }),
  }),
  {
    description:
      'Whose data is shown: the licence asks that it is named wherever it is shown on. Null: nothing but the workspace’s own records.',
  },
)
export type Attribution = Static<typeof Attribution>

export const dataSources = ['market', 'own', 'none'] as const

export const told = {
  source: oneOfStrings(dataSources, {
    description:
      '`market`: files of a city that the operator loaded; `own`: other listings of this workspace; `none`: there is nothing to compare with.',
  }),
  snapshotDate: dateOnlyOrNull('The day the files were made; null: no files are shown.'),
  attribution: Attribution,
  warning: Type.Optional(
    textOrNull('What is to be kept in mind: what is thin, old or missing. Left out: nothing.'),
  ),
}
