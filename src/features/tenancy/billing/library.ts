/** What is used of the client library of Stripe. It is loaded only where billing is set up, because it is large. */

/** As Stripe answers; nothing of it is sure but the ids. */
export interface StripeSubscription {
  id: string
  status: string
  created: number
  cancel_at?: number | null
  cancel_at_period_end?: boolean
  items: { data: { id: string; price: { id: string }; current_period_end?: number }[] }
}

export interface StripeSession {
  id: string
  url?: string | null
  status?: 'open' | 'complete' | 'expired' | null
  metadata?: Record<string, string> | null
  subscription?: string | { id: string } | null
}

export interface StripeEvent {
  id: string
  type: string
  data: { object: { id?: unknown; object?: unknown; customer?: unknown } }
}

interface List<T> {
  data: T[]
  has_more: boolean
}

export interface CallOptions {
  idempotencyKey?: string
  timeout?: number
  maxNetworkRetries?: number
}

interface SessionParams {
  mode: 'subscription'
  customer: string
  client_reference_id: string
  line_items: { price: string; quantity: number }[]
  success_url: string
  cancel_url: string
  metadata: Record<string, string>
  subscription_data: { metadata: Record<string, string> }
}

interface PortalParams {
  customer: string
  return_url: string
  flow_data?: {
    type: 'subscription_update_confirm'
    subscription_update_confirm: {
      subscription: string
      items: { id: string; price: string; quantity: number }[]
    }
    after_completion: { type: 'redirect'; redirect: { return_url: string } }
  }
}

export interface Stripe {
  customers: {
    create(
      params: { name: string; metadata: Record<string, string> },
      options: CallOptions,
    ): Promise<{ id: string }>
  }
  subscriptions: {
    list(
      params: { customer: string; status: 'all'; limit: number; starting_after?: string },
      options: CallOptions,
    ): Promise<List<StripeSubscription>>
  }
  checkout: {
    sessions: {
      create(params: SessionParams, options: CallOptions): Promise<StripeSession>
      list(params: { customer: string; limit: number }, options: CallOptions): Promise<List<StripeSession>>
      expire(id: string, params: object, options: CallOptions): Promise<StripeSession>
    }
  }
  billingPortal: {
    sessions: { create(params: PortalParams, options: CallOptions): Promise<{ url: string }> }
  }
  webhooks: {
    /** Compares in constant time, and refuses what was signed too long ago. */
    constructEvent(
      payload: Buffer,
      header: string,
      secret: string,
      toleranceSeconds: number,
      crypto: undefined,
      receivedAtMs: number,
    ): StripeEvent
  }
}

interface Settings {
  host?: string
  port?: string
  protocol?: 'http' | 'https'
  telemetry: false
  httpClient: object
}

interface Library {
  Stripe: {
    new (key: string, settings: Settings): Stripe
    createFetchHttpClient(using: typeof fetch): object
  }
}

const packageName = 'stripe'

export async function newStripe(
  key: string,
  { fetch: using, ...settings }: Omit<Settings, 'telemetry' | 'httpClient'> & { fetch: typeof fetch },
): Promise<Stripe> {
  let library: Library
  try {
    library = (await import(packageName)) as Library
  } catch (error) {
    throw new Error(`STRIPE_SECRET_KEY needs the package ${packageName}: install it with \`npm ci\`.`, {
      cause: error,
    })
  }
  const { Stripe: Client } = library
  return new Client(key, { ...settings, telemetry: false, httpClient: Client.createFetchHttpClient(using) })
}
