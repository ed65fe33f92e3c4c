import type { AddressInfo } from 'node:net'
import { CallRecord } from './call-record.ts'
import { SimulatorClock } from './clock.ts'
import type { SimulatorDefinition, VendorOperations } from './definition.ts'
import { Faults } from './faults.ts'
import { SeededRandom } from './random.ts'
import { buildServer } from './server.ts'
import { WebhookSender, type WebhookSettings } from './webhook-sender.ts'

export interface SimulatorOptions {
  /** 0, the default, takes a free port. */
  port?: number
  listings?: number
  reservations?: number
  /** Number of people who book; if absent, nearly as many as bookings. */
  guests?: number
  /** Threads are filled to this total; if absent, bookings bring their own messages only. */
  messages?: number
  seed?: number
  /** Seconds between things that happen by themselves; if absent, none happen. */
  moving?: number
  rateLimit?: 'vendor' | 'off'
  /** Instant at which the simulator's clock starts; real time if absent. */
  now?: string
  /** How many times as fast as real time its clock runs; 1 by default. */
  speed?: number
  webhooks?: Partial<WebhookSettings>
  habits?: Record<string, number>
}

export interface RunningSimulator {
  vendor: string
  /** The origin, without the vendor's path prefix. */
  url: string
  credentials: Record<string, string>
  /** Settings of a server that connects to it, if it needs more than an address. */
  partner: Record<string, string>
  control: string
  /** The operations of the control interface, without HTTP. */
  operations: VendorOperations
  faults: Faults
  clock: SimulatorClock
  calls: CallRecord
  webhooks: WebhookSender
  /** Makes one of the things happen that happen by themselves in a moving simulator. */
  move(): void
  close(): Promise<void>
}

// Vendors spread their retries over an hour or more, which tests cannot wait for.
const webhookDefaults: WebhookSettings = { retryDelaysMs: [500, 2000, 8000], timeoutMs: 20_000, holdMs: 2000 }

export async function runSimulator(
  definition: SimulatorDefinition,
  options: SimulatorOptions,
): Promise<RunningSimulator> {
  const clock = new SimulatorClock(options.now, options.speed)
  const faults = new Faults(() => clock.nowMs())
  const calls = new CallRecord()
  const webhooks = new WebhookSender(faults, { ...webhookDefaults, ...options.webhooks })
  const simulator = definition.create({
    clock,
    faults,
    webhooks,
    random: new SeededRandom(options.seed ?? 1),
    portfolio: {
      listings: options.listings ?? 40,
      reservations: options.reservations ?? 600,
      ...(options.guests === undefined ? {} : { guests: options.guests }),
    },
    limitsRates: options.rateLimit !== 'off',
    habits: readHabits(definition, options.habits ?? {}),
  })
  const { operations, credentials, partner = {} } = simulator
  fillThreads(operations, clock, options.messages ?? 0)
  const app = buildServer(simulator, { operations, faults, clock, calls })
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  const mover =
    options.moving === undefined ? undefined : setInterval(() => simulator.move(), options.moving * 1000)
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    vendor: definition.vendor,
    url,
    credentials,
    partner,
    control: `${url}/_control`,
    operations,
    faults,
    clock,
    calls,
    webhooks,
    move: () => simulator.move(),
    close: async () => {
      clearInterval(mover)
      await Promise.all([app.close(), webhooks.close()])
    },
  }
}

function readHabits(definition: SimulatorDefinition, habits: Record<string, number>): Record<string, number> {
  const unknown = Object.keys(habits).find((name) => !Object.hasOwn(definition.habits, name))
  if (unknown === undefined) return habits
  const known = Object.keys(definition.habits).join(', ') || 'none'
  throw new Error(`${definition.vendor} has no habit "${unknown}"; it has: ${known}`)
}

const filledForMs = 180 * 86_400_000

/**
 * Spreads messages evenly over half a year; if all were new, each look for changes would read the whole account.
 * Vendors without messages stay without.
 */
function fillThreads(
  { state, createMessage }: VendorOperations,
  clock: SimulatorClock,
  messageCount: number,
): void {
  const { conversations, messages } = state(new Set()) as Partial<Record<string, { id?: unknown }[]>>
  if (!conversations?.length || !messages) return
  const missing = messageCount - messages.length
  for (let count = 0; count < missing; count += 1) {
    const conversationId = conversations[count % conversations.length]?.id
    clock.ago(filledForMs * (1 - count / missing), () =>
      createMessage({ conversationId, isIncoming: count % 2 === 0 }),
    )
  }
}
