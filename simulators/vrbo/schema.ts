/**
 * The parts of the supply API that are simulated, in the vendor's names. A test compares it with the vendor's own
 * schema if that is available: nothing may be added.
 */
import { bookingSchema } from './schema-bookings.ts'
import { changesSchema } from './schema-changes.ts'
import { inboxSchema } from './schema-inbox.ts'
import { notificationSchema } from './schema-notifications.ts'
import { propertySchema } from './schema-properties.ts'

const scalars = [
  'CountryCode',
  'Currency',
  'CurrencyCode',
  'DateTime',
  'Decimal',
  'EmailAddress',
  'JSON',
  'LocalDate',
  'LocalDateTime',
  'Locale',
  'Url',
  'ZoneDateTime',
]

const common = `
${scalars.map((name) => `scalar ${name}`).join('\n')}

enum IdSource { EXPEDIA SUPPLIER VRBO }
enum SortOrder { ASC DESC }
enum RangeOperator { INCLUSIVE EXCLUSIVE }

type IdNode { id: ID idSource: IdSource! }
type Money { amount: Decimal! currencyCode: CurrencyCode! }
type LocalizedString { locale: Locale! value: String! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
input MoneyInput { amount: Decimal! currencyCode: CurrencyCode! }
input DateTimeRangeFilterInput { from: DateTime! to: DateTime! operator: RangeOperator = INCLUSIVE }
`

export const sdl = [
  common,
  propertySchema,
  bookingSchema,
  inboxSchema,
  changesSchema,
  notificationSchema,
].join('\n')
