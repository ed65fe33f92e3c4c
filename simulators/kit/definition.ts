import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { DayRange } from './nights.ts'
import type { SeededRandom } from './random.ts'
import type { RouteShapes } from './shape.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Everything of one vendor stands behind `create`. */
export interface SimulatorDefinition {
  vendor: string
  /** The shapes that every route accepts, and the path prefix before the routes. */
  requests?: { prefix: string; shapes: RouteShapes }
  /** Names and meanings of this vendor's own switches. Their values are numbers, and all are off by default. */
  habits: Readonly<Record<string, string>>
  create(tools: SimulatorTools): VendorSimulator
}

/** The size of an account. */
export interface PortfolioSize {
  listings: number
  reservations: number
  /** This many people book in turn, again and again; if absent, nearly every booking has a new guest. */
  guests?: number
}

/** The kit gives these to a vendor. */
export interface SimulatorTools {
  clock: SimulatorClock
  faults: Faults
  webhooks: WebhookSender
  random: SeededRandom
  portfolio: PortfolioSize
  /** False if tests turned the vendor's rate limits off. */
  limitsRates: boolean
  habits: Readonly<Record<string, number>>
}

/** A vendor returns this to the kit. */
export interface VendorSimulator {
  /** In the form of `POST …/credentials`. */
  credentials: Record<string, string>
  /** Settings that make a server the vendor's partner, for vendors that require one. */
  partner?: Record<string, string>
  /** Adds the vendor's routes and hooks. */
  register(app: FastifyInstance): void
  /** The vendor's own words for answers that the kit gives in its name. */
  answers: Record<
    'rateLimited' | 'serverError' | 'notFound' | 'badRequest',
    VendorAnswer | ((request: FastifyRequest) => VendorAnswer)
  >
  /** Invalidates this request's token; undefined if it carries none. */
  expireToken(request: FastifyRequest): VendorAnswer | undefined
  operations: VendorOperations
  /** Adds the vendor's own calls to the control interface. */
  control?(app: FastifyInstance): void
  /** Makes one thing happen by itself, for the demo. */
  move(): void
}

export interface VendorAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export type VendorRecord = object

/** A night as guests see it at a channel. */
export interface ShownNight {
  date: string
  /** Units left to book. */
  left: number
  price: number | null
  /** When it was closed by software or by hand; null if it is not. Bookings there do not count. */
  closedAt: string | null
}

/** The control interface's operations on the vendor's own records. Wrong input throws a ControlError. */
export interface VendorOperations {
  /** Returns everything the simulator holds. `include` adds parts that are left out by default. */
  state(include: ReadonlySet<string>): Record<string, unknown>
  createReservation(fields: unknown): VendorRecord
  updateReservation(id: string, fields: unknown): VendorRecord
  cancelReservation(id: string, options: unknown): VendorRecord
  deleteReservation(id: string): void
  createMessage(message: unknown): VendorRecord
  updateListing(id: string, fields: unknown): VendorRecord
  /** Enters a webhook as a person does, at vendors without an API for it. */
  setWebhook?(input: unknown): VendorRecord
  /** Returns what a channel shows of a listing; both ends are included. */
  nights?(listingId: string, range: DayRange): readonly ShownNight[]
}
