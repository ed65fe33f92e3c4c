/** What the channel accounts of this workspace sell, by the channel's own ids. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import type { LoadedQuery } from '../ui/loaded.tsx'

type ChannelUnits = components['schemas']['ChannelUnits']

export interface OwnUnit {
  connectionId: string
  unit: ChannelUnits['units'][number]
  options: ChannelUnits['listing_options']
}

const mappedChannels = new Set(['airbnb', 'booking'])
const mostOptions = 500

export const unitKey = (channel: string, unitId: string) => `${channel} ${unitId}`

async function readOwnUnits(signal: AbortSignal): Promise<Map<string, OwnUnit>> {
  const { data } = await answerOf(client.GET('/v1/connect', { params: { query: { limit: 100 } }, signal }))
  const accounts = data.filter(
    ({ provider, status }) => mappedChannels.has(provider) && status !== 'disconnected',
  )
  const answers = await Promise.all(
    accounts.map(async ({ id }) => ({
      id,
      answer: await answerOf(
        client.GET('/v1/connections/{id}/units', {
          params: { path: { id }, query: { optionsLimit: mostOptions } },
          signal,
        }),
      ),
    })),
  )
  return new Map(
    answers.flatMap(({ id, answer }) =>
      answer.units.map((unit) => [
        unitKey(answer.channel, unit.unit_id),
        { connectionId: id, unit, options: answer.listing_options },
      ]),
    ),
  )
}

export const ownUnitsKey = ['migrations', 'own units'] as const

export const useOwnUnits = (): LoadedQuery<Map<string, OwnUnit>> =>
  useQuery({ queryKey: ownUnitsKey, queryFn: ({ signal }) => readOwnUnits(signal) })
