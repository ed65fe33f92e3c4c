/** Filters texts by language. */
import { Type } from 'typebox'
import { LinkQuery } from './section-route.ts'

export const LocaleQuery = Type.Object(
  {
    locale: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        pattern: '^[^\\u0000]*$',
        description: 'Only languages that begin so: `pt` for `pt` and `pt-BR`.',
        examples: ['en'],
      }),
    ),
    ...LinkQuery.properties,
  },
  { additionalProperties: false },
)
export const localeAlias = { country: 'locale' }

export function filterLocale<R extends { locale: string }>(rows: readonly R[], begin = ''): R[] {
  return rows.filter(({ locale }) => locale.toLowerCase().startsWith(begin.toLowerCase()))
}
