/** The webhooks a simulated Hostaway account has, as its API lists them. */
import type { World } from './world.ts'

export interface Registration {
  id: number
  url: string
  login: string
  password: string
}

export async function registrations(world: Pick<World, 'simulator'>): Promise<Registration[]> {
  const { accountId = '', apiKey = '' } = world.simulator.credentials
  const form = {
    grant_type: 'client_credentials',
    client_id: accountId,
    client_secret: apiKey,
    scope: 'general',
  }
  const body = new URLSearchParams(form)
  const granted = await fetch(`${world.simulator.url}/v1/accessTokens`, { method: 'POST', body })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(`${world.simulator.url}/v1/webhooks/unifiedWebhooks`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { result: Registration[] }).result
}

export const basic = ({ login, password }: Pick<Registration, 'login' | 'password'>) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
