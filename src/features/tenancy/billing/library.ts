/** The parts of Stripe's client library that we use. It is large, so it is loaded only where billing is set up. */

/** Stripe's answer; only the ids are certain. */
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

interface StripeList<T> {
  data: T[]
  has_more: boolean
}

export interface StripeCallOptions {
  idempotencyKey?: string
  timeout?: number
  maxNetworkRetries?: number
}

interface CheckoutSessionParams {
  mode: 'subscription'
  customer: string
  client_reference_id: string
  line_items: { price: string; quantity: number }[]
  success_url: string
  cancel_url: string
  metadata: Record<string, string>
  subscription_data: { metadata: Record<string, string> }
}

interface PortalSessionParams {
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
      options: StripeCallOptions,
    ): Promise<{ id: string }>
  }
  subscriptions: {
    list(
      params: { customer: string; status: 'all'; limit: number; starting_after?: string },
      options: StripeCallOptions,
    ): Promise<StripeList<StripeSubscription>>
  }
  checkout: {
    sessions: {
      create(params: CheckoutSessionParams, options: StripeCallOptions): Promise<StripeSession>
      list(
        params: { customer: string; limit: number },
        options: StripeCallOptions,
      ): Promise<StripeList<StripeSession>>
      expire(id: string, params: object, options: StripeCallOptions): Promise<StripeSession>
    }
  }
  billingPortal: {
    sessions: { create(params: PortalSessionParams, options: StripeCallOptions): Promise<{ url: string }> }
  }
  webhooks: {
    /** Compares in constant time and refuses old signatures. */
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

interface StripeClientOptions {
  host?: string
  port?: string
  protocol?: 'http' | 'https'
  telemetry: false
  httpClient: object
}

interface StripeLibrary {
  Stripe: {
    new (key: string, settings: StripeClientOptions): Stripe
    createFetchHttpClient(using: typeof fetch): object
  }
}

const packageName = 'stripe'

export async function createStripeClient(
  key: string,
  {
    fetch: using,
    ...settings
  }: Omit<StripeClientOptions, 'telemetry' | 'httpClient'> & { fetch: typeof fetch },
): Promise<Stripe> {
  let library: StripeLibrary
  try {
    library = (await import(packageName)) as StripeLibrary
  } catch (error) {
    throw new Error(`STRIPE_SECRET_KEY needs the package ${packageName}: install it with \`npm ci\`.`, {
      cause: error,
    })
  }
  const { Stripe: Client } = library
  return new Client(key, { ...settings, telemetry: false, httpClient: Client.createFetchHttpClient(using) })
}
