/** Two homes, each on Airbnb and Booking.com with one calendar, and a page to act at all of them. */
import { appWebhookUrl } from '../../features/sync/public.ts'
import type { Config } from '../../platform/config.ts'
import { createVault } from '../../platform/crypto.ts'
import { loadKeyRing } from '../../platform/key-file.ts'
import { call, type ApiAccess } from '../api.ts'
import { connectAccount } from './account.ts'

export const channelVendors: readonly string[] = ['airbnb', 'booking']

interface DemoChannel {
  vendor: string
  credentials: Record<string, string>
  control: string
}
interface Controls {
  airbnb: string
  booking: string
}
interface HomePair {
  name: string
  airbnbId: string
  hotelId: number
  roomId: number
  currency: string
}
interface DemoHome {
  name: string
  listingId: string
  airbnbId: string
  roomId: number
}
interface DemoStage {
  url: string
  close(): Promise<void>
}
interface StageModules {
  preparePairs(controls: Controls, count: number): Promise<HomePair[]>
  startStage(
    options: Controls & { server: { url: string; key: string }; homes: DemoHome[] },
  ): Promise<DemoStage>
}

/** The server never imports simulators, so they load only on request. */
const module = (name: string) => new URL(`../../../simulators/stage/${name}.ts`, import.meta.url).href
const homes = 2

export interface Scene {
  /** The server needs these settings before it starts. */
  settings: Record<string, string>
  connect(api: ApiAccess, config: Config): Promise<void>
  /** Call it once everything is read. */
  open(api: ApiAccess): Promise<DemoStage>
}

export async function prepareScene(channels: readonly DemoChannel[]): Promise<Scene> {
  const controlOf = (name: string) => channels.find(({ vendor }) => vendor === name)?.control ?? ''
  const controls = { airbnb: controlOf('airbnb'), booking: controlOf('booking') }
  const { preparePairs } = (await import(module('pairs'))) as Pick<StageModules, 'preparePairs'>
  const pairs = await preparePairs(controls, homes)
  const key = (await (await fetch(`${controls.airbnb}/webhook-key`)).json()) as { publicKey: string }
  return {
    settings: { AIRBNB_WEBHOOK_PUBLIC_KEY: key.publicKey },
    async connect(api, config) {
      const url = appWebhookUrl(createVault(await loadKeyRing(config)), api.baseUrl, 'airbnb')
      await fetch(`${controls.airbnb}/webhook`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      })
      const credentials = channels.find(({ vendor }) => vendor === 'airbnb')?.credentials ?? {}
      await connectAccount(api, 'airbnb', credentials)
      for (const { hotelId } of pairs) await connectAccount(api, 'booking', { hotelId: String(hotelId) })
    },
    async open(api) {
      const mapped: DemoHome[] = []
      for (const pair of pairs) mapped.push(await mapHome(api, pair))
      const { startStage } = (await import(module('index'))) as Pick<StageModules, 'startStage'>
      return startStage({ ...controls, server: { url: api.baseUrl, key: api.key }, homes: mapped })
    },
  }
}

/** Maps both channels to one calendar of ours. */
async function mapHome(api: ApiAccess, { name, airbnbId, roomId, currency }: HomePair): Promise<DemoHome> {
  const body = { name, currency, defaultDailyPrice: 100 }
  const { id } = await call<{ id: string }>(api, 'POST', '/v1/listings', { body })
  const onAirbnb = { airbnbId, listingId: id }
  await call(api, 'POST', '/v1/channels/airbnb/listings/map', { body: onAirbnb })
  const atBooking = { roomBookingId: String(roomId), listingId: id }
  await call(api, 'POST', '/v1/channels/booking/listings/map', { body: atBooking })
  return { name, listingId: id, airbnbId, roomId }
}
