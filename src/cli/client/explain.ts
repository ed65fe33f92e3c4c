/** `explain` tells what happened in a request, or what an error code means. */
import type { Lodgewire, Schema } from '../../../sdk/typescript/src/index.ts'
import { errors, isErrorCode, retryClasses, type ErrorCode } from '../../contract/errors.ts'
import { action, jsonOption, UsageError } from '../command.ts'
import { paint, print } from '../print.ts'
import { table } from '../table.ts'
import { describeFailure, openClient } from './client-action.ts'
import { cellOf, printFacts, printSafeJson } from './print-records.ts'
import { findServerAccess, serverOptions } from './server-access.ts'

type RequestRecord = Schema<'RequestStory'>

/** An error code needs no server, so the profile is only read for a request. */
export const explain = action({
  examples: ['explain 0198b2f0-6c1e-7e2a-8d5f-2b8e4c9a7f10', 'explain rate_limit_exceeded'],
  more: 'Errors and the header X-Request-Id name the request.',
  options: { ...jsonOption, ...serverOptions },
  async run(values, [word, ...more]) {
    if (word === undefined || more.length > 0)
      throw new UsageError('explain takes the id of a request, or an error code.')
    if (isErrorCode(word)) {
      const { status, when, fix, retry } = errors[word]
      return values.json ? printSafeJson({ code: word, status, when, fix, retry }) : printErrorCode(word)
    }
    const access = await findServerAccess(values)
    try {
      await explainRequest(openClient(access), word, values)
    } catch (error) {
      throw describeFailure(error, access)
    }
  },
})

async function explainRequest(
  client: Lodgewire,
  requestId: string,
  { json }: { json: boolean },
): Promise<void> {
  const story = await client.get('/v1/requests/{requestId}', { path: { requestId } })
  if (json) return printSafeJson(story)
  printFacts(factsOf(story))
  printCalls(story)
  printEvents(story)
  if (story.errorCode === null || !isErrorCode(story.errorCode)) return
  print()
  printErrorCode(story.errorCode)
}

function printErrorCode(code: ErrorCode): void {
  const { status, when, fix, retry } = errors[code]
  printFacts([
    ['Error code', `${code} (status ${status})`],
    ['Meaning', when.replaceAll('`', '')],
    ['Fix', fix.replaceAll('`', '')],
    ['Send again', retryClasses[retry].replaceAll('`', '')],
    ['Page', `/docs/errors/${code}`],
  ])
}

function factsOf(story: RequestRecord): [string, string | null | undefined][] {
  const { stages } = story
  const slowest = Object.entries(stages ?? {}).toSorted(([, a], [, b]) => b - a)[0]
  return [
    ['Request', `${story.method} ${story.path}`],
    ['ID', story.requestId],
    ['Operation', story.operationId],
    ['Time', story.createdAt],
    ['Answer', [String(story.statusCode), story.errorCode].filter(Boolean).join(' ')],
    ['By', story.key?.name ?? story.member?.name ?? story.key?.prefix],
    ['From', [story.ipAddress, story.userAgent].filter(Boolean).join(', ')],
    ['Took', `${story.latencyMs} ms`],
    ['Mostly', slowest && slowest[1] > 0 ? `${slowest[0]}, ${slowest[1]} ms` : ''],
    ['Limit that was hit', story.limits?.firstHit],
    ['Database', story.sql && `${story.sql.count} statements, ${story.sql.ms} ms`],
    ['Trace', story.traceId],
  ]
}

function printCalls({ upstream }: RequestRecord): void {
  const calls = upstream?.calls ?? []
  if (calls.length === 0) return
  print(`\n${paint('bold', 'Calls of the provider')}`)
  const rows = calls.map((call) => [
    `${call.method} ${call.host}${call.path}`,
    call.status === null ? (call.failure ?? 'no answer') : String(call.status),
    String(call.ms),
    String(call.retries),
  ])
  print(
    table(
      ['CALL', 'ANSWER', 'MS', 'RETRIES'],
      rows.map((row) => row.map(cellOf)),
    ),
  )
}

function printEvents({ events }: RequestRecord): void {
  if (events.length === 0) return
  print(`\n${paint('bold', 'Events')}`)
  const rows = events.map(({ sequence, type, objectType, objectId, deliveries }) => [
    sequence === null ? '' : String(sequence),
    type,
    [objectType, objectId].filter(Boolean).join(' '),
    deliveries.map(({ webhookId, state }) => `${webhookId.slice(0, 8)} ${state}`).join(', '),
  ])
  print(
    table(
      ['SEQUENCE', 'EVENT', 'OF', 'DELIVERIES'],
      rows.map((row) => row.map(cellOf)),
    ),
  )
}
