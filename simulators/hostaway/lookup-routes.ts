import type { FastifyInstance } from 'fastify'
import type { Query } from '../kit/query.ts'
import { page, success } from './envelope.ts'
import {
  amenities,
  bedTypes,
  cancellationPolicies,
  countries,
  currencies,
  languages,
  propertyTypes,
  timezones,
} from './lookups.ts'

const lists = { amenities, bedTypes, propertyTypes, cancellationPolicies }
const keyed = { countries, currencies, languages, timezones }

export function lookupRoutes(app: FastifyInstance): void {
  for (const [name, rows] of Object.entries(lists)) {
    app.get<{ Querystring: Query }>(`/${name}`, (request) => page<object>(rows, request.query))
  }
  for (const [name, entries] of Object.entries(keyed)) app.get(`/${name}`, () => success(entries))
}
