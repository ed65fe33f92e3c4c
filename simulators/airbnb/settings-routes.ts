import type { FastifyInstance } from 'fastify'
import { demand, emptyAnswer } from './answers.ts'
import type { Desk } from './desk.ts'
import type { AvailabilityRules, PricingSettings, Settings } from './settings.ts'

interface SettingByIdRequest {
  Params: { id: string }
}

/** Path, the name for reading the settings, and the check of the settings after a write. */
const families = [
  ['booking_settings', 'booking', undefined],
  ['availability_rules', 'rules', demandRules],
  ['pricing_settings', 'pricing', demandPricing],
] as const

export function settingsRoutes(api: FastifyInstance, desk: Desk): void {
  for (const [path, part, demandRight] of families) {
    api.get<SettingByIdRequest>(`/${path}/:id`, (request) => {
      const { id } = desk.listing(request, request.params.id)
      return { [path.replace(/s$/, '')]: { listing_id: id, ...desk.store.settingsOf(id)[part] } }
    })

    api.put<SettingByIdRequest>(`/${path}/:id`, (request) => {
      const { id } = desk.writable(request, request.params.id)
      const settings = desk.store.settingsOf(id)
      const body = request.body as Partial<PricingSettings>
      const changed = { ...settings[part], ...body }
      demandRight?.(changed as PricingSettings & AvailabilityRules, body)
      Object.assign(settings, { [part]: changed } as Partial<Settings>)
      return emptyAnswer
    })
  }
}

function demandRules({ default_min_nights, default_max_nights }: AvailabilityRules): void {
  const isInOrder = default_min_nights <= default_max_nights
  demand(isInOrder, 'default_min_nights is more than default_max_nights.', 'contradiction')
}

function demandPricing(settings: PricingSettings, body: Partial<PricingSettings>): void {
  const isAlone = body.listing_currency === undefined || Object.keys(body).length === 1
  demand(isAlone, 'listing_currency is written alone.', 'currency_not_alone')
  const { pricing_model } = settings
  demand(
    body.los_records === undefined || pricing_model === 'LOS_RECORD',
    'The model is not LOS_RECORD.',
    'wrong_model',
  )
  demand(
    body.rate_plans === undefined || pricing_model === 'RATE_PLAN',
    'The model is not RATE_PLAN.',
    'wrong_model',
  )
  const percents = (body.standard_fees ?? []).filter(({ amount_type }) => amount_type === 'percent')
  const isWhole = percents.every(({ amount }) => Number.isInteger(amount) && amount <= 100)
  demand(isWhole, 'A percentage is a whole number up to 100.', 'invalid_fee')
}
