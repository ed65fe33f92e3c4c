import type { FastifyInstance } from 'fastify'
import { addDays, secondOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { body, decimal, invalid, notFound } from './answers.ts'
import type { BookingsyncWorld } from './projection.ts'
import { bookingFields, type Booking, type Client } from './records.ts'
import { messageRow, shownBooking } from './rows.ts'

interface StoredFile {
  id: number
  url: string
  name: string
  file_content_type: string
}

/** Clients, hosts in threads, files and what is gone, which only this vendor has. */
export class AccountExtras {
  readonly attachments = new Map<number, StoredFile>()
  readonly #world: BookingsyncWorld
  readonly #ownClients = new Map<number, Client>()
  readonly #joined = new Set<number>()
  readonly #gone = new Map<number, number>()

  constructor(world: BookingsyncWorld) {
    this.#world = world
    world.onEvent((event) => {
      if (event.family !== 'stay' || (event.action !== 'cancelled' && event.action !== 'deleted')) return
      this.#gone.set(event.row.id, world.nowMs())
    })
  }

  goneSince(since: string): number[] {
    return [...this.#gone].filter(([, atMs]) => atMs > Date.parse(since)).map(([id]) => id)
  }

  clients(): Client[] {
    const booked = this.#world.stays
      .all()
      .flatMap(({ client }) => (client === null ? [] : [client as Client]))
    const all = [...booked, ...this.#ownClients.values()]
    return [...new Map(all.map((client) => [client.id, client])).values()]
  }

  client(id: unknown): Client | undefined {
    return this.clients().find((client) => client.id === Number(id))
  }

  addClient(fields: Partial<Client>): Client {
    const at = secondOf(this.#world.nowMs())
    const client = {
      id: this.#world.nextNumber('client', 260_001),
      ...{ firstname: null, lastname: null, emails: [], phones: [], addresses: [], preferred_locale: null },
      ...fields,
      fullname: fields.fullname ?? [fields.firstname, fields.lastname].filter(Boolean).join(' '),
      ...{ created_at: at, updated_at: at },
    }
    this.#ownClients.set(client.id, client)
    return client
  }

  /** Channels do not add a host to every thread. */
  hasHost(thread: number): boolean {
    const hasWritten = this.#world.threads.messagesIn(thread).some(({ sender }) => sender === thread * 10 + 2)
    return hasWritten || thread % 3 !== 0 || this.#joined.has(thread)
  }

  join(thread: number): void {
    this.#joined.add(thread)
  }
}

type BodyOf<Name extends string, Fields> = { Body: Record<Name, [Fields]> }
type ById = { Params: { id: string } }
type BookingBody = Partial<Booking> & { client_id?: number; tentative_expires_at?: string }

export function writeRoutes(app: FastifyInstance, world: BookingsyncWorld, extras: AccountExtras): void {
  bookingRoutes(app, world, extras)
  inboxRoutes(app, world, extras)

  app.post<BodyOf<'clients', Partial<Client>>>('/clients', ({ body: payload }, reply) => {
    const [fields] = payload.clients
    if (!fields.fullname && !fields.firstname) refuse(invalid('fullname', "can't be blank"))
    return reply.code(201).send(body('clients', [extras.addClient(fields)]))
  })
  app.put<ById & BodyOf<'clients', Partial<Client>>>('/clients/:id', ({ params, body: payload }) => {
    const client = heldOr(extras.client(params.id), notFound)
    const changed = Object.assign(client, payload.clients[0], { updated_at: secondOf(world.nowMs()) })
    changed.fullname = [changed.firstname, changed.lastname].filter(Boolean).join(' ')
    return body('clients', [changed])
  })

  app.put<
    ById & BodyOf<'nightly_rate_maps', Record<'start_date' | 'rates_map' | 'minimum_stays_map', string>>
  >('/nightly_rate_maps/:id', ({ params, body: payload }) => {
    const rental = heldOr(world.homes.get(String(Number(params.id) - 3000)), notFound)
    const { start_date, rates_map, minimum_stays_map } = payload.nightly_rate_maps[0]
    if (rental.nightly_rates_managed_externally !== true)
      refuse(invalid('base', 'nightly rates are not managed externally'))
    if (start_date < addDays(world.today(), -1)) refuse(invalid('start_date', 'is too early'))
    const minimums = minimum_stays_map.split(',').map(Number)
    for (const [at, rate] of rates_map.split(',').map(Number).entries()) {
      const day = addDays(start_date, at)
      world.setNights(rental, { from: day, to: day }, { price: rate, minNights: minimums[at] ?? 1 })
    }
    return body('nightly_rate_maps', [
      { links: { rental: rental.id }, id: Number(params.id), ...payload.nightly_rate_maps[0] },
    ])
  })
}

/** The vendor books taken nights without complaint. */
function bookingRoutes(app: FastifyInstance, world: BookingsyncWorld, extras: AccountExtras): void {
  app.post<ById & BodyOf<'bookings', BookingBody>>(
    '/rentals/:id/bookings',
    ({ params, body: payload }, reply) => {
      const rental = heldOr(world.homes.get(params.id), notFound)
      const { client_id, ...fields } = payload.bookings[0]
      requireOrder(fields.start_at, fields.end_at)
      const client =
        client_id === undefined ? null : heldOr(extras.client(client_id), invalid('client_id', 'is invalid'))
      const at = secondOf(world.nowMs())
      const isTentative = fields.tentative_expires_at !== undefined
      const word = fields.unavailable === true ? 'Unavailable' : isTentative ? 'Tentative' : 'Booked'
      const number = world.nextNumber('stay', 0)
      const initial = fields.initial_price === undefined ? null : plain(fields.initial_price)
      const stay = world.addStay({
        ...(blankRow(bookingFields, 829_001 + number * 2) as Booking),
        ...{ booked: false, unavailable: false, discount: '', bookings_fees: [], bookings_taxes: [] },
        ...fields,
        bookings_fees: keptRows(world, fields.bookings_fees),
        bookings_taxes: keptRows(world, fields.bookings_taxes),
        ...{ rental: rental.id, client, source: null, conversation: null, status: word },
        ...{ start_at: momentOf(fields.start_at), end_at: momentOf(fields.end_at) },
        reference: `00${(46_656 + number * 7).toString(36).toUpperCase()}`,
        currency: fields.currency ?? rental.currency,
        ...{ initial_price: initial, initial_rental_price: initial, final_rental_price: initial ?? '0.0' },
        final_price: fields.final_price === undefined ? null : plain(fields.final_price),
        ...{ paid_amount: '0.0', owned_by_app: true, created_at: at, updated_at: at },
      })
      return reply.code(201).send(body('bookings', [shownBooking(stay, {})]))
    },
  )

  app.put<ById & BodyOf<'bookings', BookingBody>>('/bookings/:id', ({ params, body: payload }) => {
    const stay = heldOr(world.stays.get(params.id), notFound)
    const { start_at = stay.start_at, end_at = stay.end_at, ...fields } = payload.bookings[0]
    requireOrder(start_at, end_at)
    world.apply(stay, { ...fields, start_at: momentOf(start_at), end_at: momentOf(end_at) })
    return body('bookings', [shownBooking(stay, {})])
  })

  app.delete<ById & BodyOf<'bookings', BookingBody>>('/bookings/:id', ({ params, body: payload }, reply) => {
    const stay = heldOr(world.stays.get(params.id), notFound)
    if (stay.status === 'Canceled') refuse(notFound)
    stay.cancelation_reason =
      (payload as Partial<typeof payload> | undefined)?.bookings?.[0].cancelation_reason ?? null
    world.cancel(params.id)
    return reply.code(204).send()
  })
}

/** Fees and taxes get ids, and their names a language. */
const keptRows = (world: BookingsyncWorld, rows: readonly object[] | null | undefined) =>
  (rows ?? []).map((row) => {
    const payload = row as Record<string, unknown>
    const times = payload['times_booked']
    return {
      ...payload,
      ...(times === undefined
        ? { tax_included_in_price: payload['included'] }
        : { times_booked: Number(times), included_in_price: true }),
      id: world.nextNumber('extra', 31_001),
      name: { en: payload['name'] },
    } as Record<string, unknown>
  })

const plain = (amount: string | null): string => decimal(Number(amount))
const momentOf = (value: string | null | undefined): string =>
  (value ?? '').length === 10 ? `${value}T00:00:00Z` : (value ?? '')

function requireOrder(start: string | null | undefined, end: string | null | undefined): void {
  if (!start || !end || momentOf(start) >= momentOf(end)) refuse(invalid('end_at', 'must be after start_at'))
}

function inboxRoutes(app: FastifyInstance, world: BookingsyncWorld, extras: AccountExtras): void {
  app.post<BodyOf<'participants', { conversation_id: number; member_id: number }>>(
    '/inbox/participants',
    ({ body: payload }, reply) => {
      const { conversation_id, member_id } = payload.participants[0]
      heldOr(world.threads.stayOf(conversation_id), invalid('conversation', 'must exist'))
      extras.join(conversation_id)
      const links = { conversation: conversation_id, member: { id: member_id, type: 'Host' } }
      return reply.code(201).send(body('participants', [{ links, id: conversation_id * 10 + 2 }]))
    },
  )

  app.post<BodyOf<'attachments', { name?: string; file: string }>>(
    '/inbox/attachments',
    ({ body: payload }, reply) => {
      const { name = 'file', file } = payload.attachments[0]
      const id = world.nextNumber('attachment', 9001)
      const [file_content_type = ''] = file.slice('data:'.length).split(';')
      const stored = { id, url: `https://assets.example.com/bookingsync/${id}`, name, file_content_type }
      extras.attachments.set(id, stored)
      return reply.code(201).send(body('attachments', [{ links: { messages: [] }, ...stored }]))
    },
  )

  interface MessageBody {
    conversation_id: number
    sender_id: number
    content: string
    channel?: string
    attachment_ids?: number[]
  }
  app.post<BodyOf<'messages', MessageBody>>('/inbox/messages', ({ body: payload }, reply) => {
    const { conversation_id, sender_id, content, channel = null, attachment_ids = [] } = payload.messages[0]
    const stay = heldOr(world.threads.stayOf(conversation_id), invalid('conversation', 'must exist'))
    const isHost = sender_id === conversation_id * 10 + 2 && extras.hasHost(conversation_id)
    if (!isHost) refuse(invalid('sender', 'must be a participant'))
    const row = world.say(stay, { body: content, isIncoming: false })
    Object.assign(row, { channel, attachments: attachment_ids })
    return reply.code(201).send(body('messages', [messageRow(row)]))
  })
}
