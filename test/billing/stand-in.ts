/** A server that speaks as much of the protocol of Stripe as is used here, with the faults that real ones have. */
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export const webhookSecret = 'whsec_standInSecret0123456789'
export const secretKey = 'sk_test_standInKey0123456789'

/** `drop`: cut off before anything is done; `lose`: done, and the answer is lost; `hang`: no answer; a number: that status. */
type Fault = 'drop' | 'lose' | 'hang' | 'html' | 'endless' | 'redirect' | number

export interface StripeRequest {
  method: string
  path: string
  params: Record<string, string>
  key: string | null
  authorization: string | undefined
}

export interface Session {
  id: string
  object: 'checkout.session'
  customer: string
  status: 'open' | 'complete' | 'expired'
  url: string | null
  subscription: string | null
  metadata: Record<string, string>
  /** Of the stand-in: what is bought by it. */
  price: string
}

export interface Subscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  items: { object: 'list'; data: { id: string; price: { id: string }; current_period_end: number }[] }
}

export interface Event {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: unknown }
}

interface Reply {
  status: number
  body: unknown
}

const newId = (kind: string) => `${kind}_${randomBytes(9).toString('hex')}`
const error = (status: number, type: string, more: object = {}): Reply => ({
  status,
  body: { error: { type, message: `refused for ${secretKey}`, ...more } },
})
const missing = (param: string, id: string) =>
  error(400, 'invalid_request_error', {
    code: 'resource_missing',
    param,
    message: `No such ${param}: '${id}'`,
  })
const list = (data: unknown[]): Reply => ({ status: 200, body: { object: 'list', data, has_more: false } })

export class StripeStandIn {
  readonly asked: StripeRequest[] = []
  readonly customers = new Map<string, { id: string; metadata: Record<string, string> }>()
  readonly sessions: Session[] = []
  readonly subscriptions: Subscription[] = []
  readonly prices = new Set(['price_starter', 'price_growth', 'price_starter_old'])
  /** What happens to requests to a path that contains the text, one after the other. */
  readonly faults: { path: string; fault: Fault }[] = []
  /** Whether the portal can change plans. */
  portalChangesPlans = true
  /** What happens while a request is answered. */
  onAsked?: (asked: StripeRequest) => Promise<void> | void
  /** What happens between what is answered and its arrival. */
  onAnswered?: (asked: StripeRequest) => Promise<void> | void
  /** The moment of what it makes. */
  now = () => Date.now()
  url = ''
  readonly #server: http.Server
  readonly #answered = new Map<string, { params: string; reply: Promise<Reply> }>()

  constructor() {
    this.#server = http.createServer((request, response) => void this.#serve(request, response))
  }

  static async start(): Promise<StripeStandIn> {
    const standIn = new StripeStandIn()
    standIn.#server.listen(0, '127.0.0.1')
    await once(standIn.#server, 'listening')
    standIn.url = `http://127.0.0.1:${(standIn.#server.address() as AddressInfo).port}`
    return standIn
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** How often a path was asked. */
  count(method: string, path: string): number {
    return this.asked.filter((one) => one.method === method && one.path === path).length
  }

  /** A person pays on the page; what Stripe would tell of it. */
  pay(sessionId: string): { subscription: Subscription; events: Event[] } {
    const session = this.sessions.find(({ id }) => id === sessionId)
    if (session?.status !== 'open') throw new Error(`the page ${sessionId} is not open`)
    const subscription = this.subscribe(session.customer, session.price)
    Object.assign(session, { status: 'complete', url: null, subscription: subscription.id })
    return {
      subscription,
      events: [
        this.event('customer.subscription.created', subscription),
        this.event('checkout.session.completed', session),
      ],
    }
  }

  subscribe(customer: string, price: string, status = 'active'): Subscription {
    const created = Math.floor(this.now() / 1000)
    const items = [{ id: newId('si'), price: { id: price }, current_period_end: created + 30 * 86_400 }]
    const subscription: Subscription = {
      ...{ id: newId('sub'), object: 'subscription', customer, status, created },
      ...{ cancel_at: null, cancel_at_period_end: false, items: { object: 'list', data: items } },
    }
    this.subscriptions.unshift(subscription)
    return subscription
  }

  event(type: string, about: object): Event {
    const created = Math.floor(this.now() / 1000)
    return { id: newId('evt'), object: 'event', type, created, data: { object: structuredClone(about) } }
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const target = new URL(request.url ?? '/', 'http://stand-in')
    if (!target.pathname.startsWith('/v1/'))
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>A page of Stripe</h1>')
    const method = request.method ?? 'GET'
    const params = Object.fromEntries([...target.searchParams, ...new URLSearchParams(text)])
    const key = request.headers['idempotency-key']
    const asked: StripeRequest = {
      ...{ method, path: target.pathname, params, authorization: request.headers.authorization },
      key: typeof key === 'string' ? key : null,
    }
    this.asked.push(asked)
    await this.onAsked?.(asked)
    const at = this.faults.findIndex(({ path }) => asked.path.includes(path))
    const fault = at === -1 ? undefined : this.faults.splice(at, 1)[0]?.fault
    if (fault !== undefined && fault !== 'lose' && !(typeof fault === 'number' && fault >= 500))
      return this.#fail(response, fault)
    const reply = await this.#once(asked, fault === 'lose' ? undefined : fault)
    await this.onAnswered?.(asked)
    if (fault === 'lose') return void response.destroy()
    const headers = { 'content-type': 'application/json', 'request-id': newId('req') }
    response.writeHead(reply.status, headers).end(JSON.stringify(reply.body))
  }

  #fail(response: http.ServerResponse, fault: Exclude<Fault, 'lose'>): void {
    if (fault === 'hang') return
    if (fault === 'drop') return void response.destroy()
    if (fault === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>')
    if (fault === 'redirect')
      return void response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end()
    if (fault === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      return more()
    }
    const { body } = error(fault, fault === 429 ? 'rate_limit_error' : 'api_error')
    response.writeHead(fault, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  /** The same key gives the same answer, a failure as well, and no other request may use it. */
  #once(asked: StripeRequest, failing?: number): Promise<Reply> | Reply {
    if (asked.authorization !== `Bearer ${secretKey}`) return error(401, 'invalid_request_error')
    const answer = () => (failing === undefined ? this.#answer(asked) : error(failing, 'api_error'))
    if (asked.method !== 'POST' || asked.key === null) return answer()
    const params = JSON.stringify([asked.path, asked.params])
    const known = this.#answered.get(asked.key)
    if (known)
      return known.params === params
        ? known.reply
        : error(400, 'idempotency_error', { code: 'idempotency_key_reused' })
    const reply = Promise.resolve(answer())
    this.#answered.set(asked.key, { params, reply })
    return reply
  }

  #answer({ method, path, params }: StripeRequest): Reply {
    const { customer = '' } = params
    if (method === 'POST' && path === '/v1/customers') {
      const made = {
        id: newId('cus'),
        metadata: { workspace: params['metadata[lodgewire_workspace]'] ?? '' },
      }
      this.customers.set(made.id, made)
      return { status: 200, body: { object: 'customer', ...made } }
    }
    const [, ended] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? []
    if (method === 'POST' && ended !== undefined) {
      const session = this.sessions.find(({ id }) => id === ended)
      if (session?.status !== 'open') return error(400, 'invalid_request_error', { message: 'not open' })
      Object.assign(session, { status: 'expired', url: null })
      return { status: 200, body: session }
    }
    if (!this.customers.has(customer)) return missing('customer', customer)
    if (method === 'GET' && path === '/v1/subscriptions')
      return list(this.subscriptions.filter((one) => one.customer === customer))
    if (method === 'GET' && path === '/v1/checkout/sessions')
      return list(this.sessions.filter((one) => one.customer === customer))
    if (method === 'POST' && path === '/v1/checkout/sessions') return this.#newSession(params, customer)
    if (method === 'POST' && path === '/v1/billing_portal/sessions') {
      if (params['flow_data[type]'] !== undefined && !this.portalChangesPlans)
        return error(400, 'invalid_request_error', { param: 'flow_data' })
      const body = { object: 'billing_portal.session', url: `${this.url}/p/session/${newId('bps')}` }
      return { status: 200, body }
    }
    return error(404, 'invalid_request_error')
  }

  #newSession(params: Record<string, string>, customer: string): Reply {
    const price = params['line_items[0][price]'] ?? ''
    if (!this.prices.has(price)) return missing('line_items[0][price]', price)
    const id = newId('cs_test')
    const names = Object.keys(params).flatMap((name) => /^metadata\[(\w+)\]$/.exec(name)?.[1] ?? [])
    const session: Session = {
      ...{ id, object: 'checkout.session', customer, status: 'open', subscription: null, price },
      url: `${this.url}/c/pay/${id}`,
      metadata: Object.fromEntries(names.map((name) => [name, params[`metadata[${name}]`] ?? ''])),
    }
    this.sessions.unshift(session)
    return { status: 200, body: structuredClone(session) }
  }
}

/** The notice as Stripe sends it. */
export function signed(
  event: unknown,
  { secret = webhookSecret, at = Date.now() }: { secret?: string; at?: number } = {},
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event, null, 2)
  const seconds = Math.floor(at / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
  }
}
