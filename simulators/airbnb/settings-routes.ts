import type { FastifyInstance } from 'fastify'
import { demand, done } from './answers.ts'
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
      const sent = request.body as Partial<PricingSettings>
      const wanted = { ...settings[part], ...sent }
      demandRight?.(wanted as PricingSettings & AvailabilityRules, sent)
      Object.assign(settings, { [part]: wanted } as Partial<Settings>)
      return done
    })
  }
}

function demandRules({ default_min_nights, default_max_nights }: AvailabilityRules): void {
  const isInOrder = default_min_nights <= default_max_nights
  demand(isInOrder, 'default_min_nights is more than default_max_nights.', 'contradiction')
}

function demandPricing(settings: PricingSettings, sent: Partial<PricingSettings>): void {
  const isAlone = sent.listing_currency === undefined || Object.keys(sent).length === 1
  demand(isAlone, 'listing_currency is written alone.', 'currency_not_alone')
  const { pricing_model } = settings
  demand(
    sent.los_records === undefined || pricing_model === 'LOS_RECORD',
    'The model is not LOS_RECORD.',
    'wrong_model',
  )
  demand(
    sent.rate_plans === undefined || pricing_model === 'RATE_PLAN',
    'The model is not RATE_PLAN.',
    'wrong_model',
  )
  const percents = (sent.standard_fees ?? []).filter(({ amount_type }) => amount_type === 'percent')
  const isWhole = percents.every(({ amount }) => Number.isInteger(amount) && amount <= 100)
  demand(isWhole, 'A percentage is a whole number up to 100.', 'invalid_fee')
}
