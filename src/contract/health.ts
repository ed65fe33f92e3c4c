import { Type, type Static } from 'typebox'
import { integer, oneOfStrings, record, text } from './fields.ts'

/** Answer of `GET /v1/health`. */
export const Health = record({
  status: oneOfStrings(['ok'], { description: 'The server answers.' }),
  version: text('Version of the server.', { examples: ['0.1.0'] }),
})
/** Answer of `GET /v1/health/ready`. */
export const Readiness = record({
  status: oneOfStrings(['ok'], { description: 'The server takes requests.' }),
  database: oneOfStrings(['ok'], { description: 'The database answers.' }),
  version: text('Version of the server.', { examples: ['0.1.0'] }),
})

export type Health = Static<typeof Health>

export const healthStatuses = ['ok', 'degraded', 'down'] as const
export type HealthStatus = (typeof healthStatuses)[number]

const message = text('The same in words.')

/** Answer of `GET /v1/health/auth` and `/webhooks`. */
export const PartHealth = record({
  status: oneOfStrings(healthStatuses, { description: 'How the part is; the answer is 200 whatever it is.' }),
  message,
})
export type PartHealth = Static<typeof PartHealth>

/** Answer of `GET /v1/health/mcp`. */
export const McpHealth = record({
  status: oneOfStrings(['ok', 'down'], { description: 'Whether agents are answered at `/mcp`.' }),
  message,
  revisions: Type.Array(Type.String(), { description: 'Revisions of the protocol, the newest first.' }),
  tools: integer('How many tools agents are offered.', { minimum: 0 }),
})
export type McpHealth = Static<typeof McpHealth>

const count = (description: string) => integer(description, { minimum: 0 })

/** Answer of `GET /v1/health/channels/{channel}`. */
export const ChannelHealth = record({
  status: oneOfStrings(healthStatuses, { description: '`ok` is answered with 200, the others with 503.' }),
  message,
  refresh_attempts_24h: count('How often access was asked for anew in the last 24 hours.'),
  refresh_rejections_24h: count('How often the channel refused it.'),
  vrbo: Type.Optional(
    record(
      {
        accounts_connected: count('Accounts that are read over the API, and those that read the feeds.'),
        accounts_signed_out: count('Those that have to be connected again.'),
        inbox_sync_late: count('Those whose inbox was read as a whole more than 30 minutes ago.'),
        calendar_queue_backlog: count('Nights that wait to be written, to 10,000 of each account.'),
        calendar_oldest_wait_minutes: count('How long the first of them waits.'),
        window_hours: count('Hours that failures are counted over.'),
      },
      { description: 'Of Vrbo only.' },
    ),
  ),
})
export type ChannelHealth = Static<typeof ChannelHealth>
