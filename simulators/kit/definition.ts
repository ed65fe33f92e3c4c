import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { DayRange } from './nights.ts'
import type { SeededRandom } from './random.ts'
import type { RouteShapes } from './shape.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** One vendor's stand-in. Everything of that vendor lives behind `create`. */
export interface SimulatorDefinition {
  vendor: string
  /** What every route takes, and what stands before the routes. */
  requests?: { prefix: string; shapes: RouteShapes }
  /** Names and meanings of this vendor's own switches, given as numbers; all are off by default. */
  habits: Readonly<Record<string, string>>
  create(tools: SimulatorTools): VendorSimulator
}

/** How much an account holds. */
export interface PortfolioSize {
  listings: number
  reservations: number
  /** So many people book, one after the other, and then those again who came first; absent: nearly all bookings are of somebody new. */
  guests?: number
}

/** What the kit hands to a vendor. */
export interface SimulatorTools {
  clock: SimulatorClock
  faults: Faults
  webhooks: WebhookSender
  random: SeededRandom
  portfolio: PortfolioSize
  /** false when tests turned the vendor's rate limits off. */
  limitsRates: boolean
  habits: Readonly<Record<string, number>>
}

/** What a vendor hands back. */
export interface VendorSimulator {
  /** As `POST …/credentials` takes them. */
  credentials: Record<string, string>
  /** Settings that make a server a partner of this vendor; for vendors that are connected through one only. */
  partner?: Record<string, string>
  /** Adds the vendor's routes and hooks. */
  register(app: FastifyInstance): void
  /** The vendor's own words for what the kit answers in its name. */
  answers: Record<
    'rateLimited' | 'serverError' | 'notFound' | 'badRequest',
    VendorAnswer | ((request: FastifyRequest) => VendorAnswer)
  >
  /** Makes the token of this request invalid; undefined when the request carries none. */
  expireToken(request: FastifyRequest): VendorAnswer | undefined
  operations: VendorOperations
  /** Calls of its own in the control interface, beside those that every vendor has. */
  control?(app: FastifyInstance): void
  /** One thing that happens by itself, for the demo. */
  move(): void
}

export interface VendorAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export type VendorRecord = object

/** A night as guests find it at a channel. */
export interface ShownNight {
  date: string
  /** Places left to book. */
  left: number
  price: number | null
  /** Since when it is written as closed, by software or by hand; null: it is not. What a booking there took does not count. */
  closedAt: string | null
}

/** What the control interface can do, in the vendor's own records. Wrong input throws a ControlError. */
export interface VendorOperations {
  /** Everything held. `include` asks for parts that are left out by default. */
  state(include: ReadonlySet<string>): Record<string, unknown>
  createReservation(fields: unknown): VendorRecord
  updateReservation(id: string, fields: unknown): VendorRecord
  cancelReservation(id: string, options: unknown): VendorRecord
  deleteReservation(id: string): void
  createMessage(message: unknown): VendorRecord
  updateListing(id: string, fields: unknown): VendorRecord
  /** What a person does at vendors that have no API to register webhooks. */
  setWebhook?(input: unknown): VendorRecord
  /** What a channel shows of one of its listings; both ends included. */
  nights?(listingId: string, range: DayRange): readonly ShownNight[]
}
