/**
 * `listen` receives events without a public address: it reads a server's event log and forwards events, signed like
 * webhooks.
 */
import { loadConfig } from '../platform/config.ts'
import { accessOptions, accessTo } from './api.ts'
import { action, UsageError } from './command.ts'
import { endOfLog, follow, type LogFeedEvent } from './listen/feed.ts'
import { forward, isListening } from './listen/forward.ts'
import { ownWebhook } from './listen/own-webhook.ts'
import { print } from './print.ts'
import { stopRequested } from './signals.ts'

const isHttp = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

function show({ event, sequence, data }: LogFeedEvent, outcome: string | null): void {
  const place = (sequence === null ? 'test' : `#${sequence}`).padEnd(6)
  const subject = data.object?.['confirmationCode'] ?? data.object?.['id'] ?? ''
  print(`  ${place} ${event.padEnd(32)} ${outcome === null ? String(subject) : `-> ${outcome}`}`.trimEnd())
}

export const listen = action({
  examples: ['listen', 'listen --forward http://localhost:3000/hooks --events reservation.*'],
  options: {
    forward: { type: 'string', value: '<url>', summary: 'Your receiver; without it events are only shown' },
    events: {
      type: 'string',
      value: '<kinds>',
      summary: 'Only these kinds or families, such as reservation.*',
    },
    after: {
      type: 'string',
      value: '<sequence>',
      summary: 'Start after this sequence number of the event log',
    },
    secret: { type: 'string', value: '<secret>', summary: 'Sign with this secret instead of the stored one' },
    ...accessOptions,
  },
  async run(values) {
    const { forward: url, events, after, secret } = values
    if (url !== undefined && !isHttp(url)) throw new UsageError(`--forward is an http address, not "${url}".`)
    if (after !== undefined && !/^\d{1,15}$/.test(after)) {
      throw new UsageError(`--after is a sequence, not "${after}".`)
    }
    const { dataDir, serviceName } = loadConfig()
    const api = accessTo(values, dataDir)
    const stopping = new AbortController()
    const { signal } = stopping
    void stopRequested().then(() => stopping.abort())

    // A wrong server, key or event kind shows here.
    const end = await endOfLog(api, events, signal)
    const own = await ownWebhook(api, dataDir)
    const target = url === undefined ? null : { url, secret: secret ?? own.secret, serviceName }
    const isThere = url === undefined || (await isListening(url))
    print(`Listening to ${api.baseUrl}${url === undefined ? '' : `, sending on to ${url}`}`)
    if (target) print(`Signing secret  ${target.secret}`)
    if (!isThere) print(`Nothing listens at ${url} yet: events are sent there all the same, once each.`)
    if (own.without) print(`Test events do not come: ${own.without}`)
    print('Ctrl-C stops.\n')
    await follow({
      api,
      events,
      after: after === undefined ? end : Number(after),
      webhookId: own.webhookId,
      signal,
      async take(event) {
        const outcome = target && (await forward(target, event, signal))
        if (!signal.aborted) show(event, outcome)
      },
      trouble: (text) => print(`  ${text}`),
    }).catch((error: unknown) => {
      // A call under way fails when the command is stopped, which is no error.
      if (!signal.aborted) throw error
    })
  },
})
