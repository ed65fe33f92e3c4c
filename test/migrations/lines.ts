/** An export as a test reads it. */
import assert from 'node:assert/strict'
import { replyViolation } from '../../src/http/validation.ts'
import {
  endLine,
  headerLine,
  recordLines,
  type HeaderLine,
  type RecordType,
} from '../../src/contract/export-file/index.ts'
import type { TestApp } from '../harness/app.ts'

export type ExportLine = { type: string; id: string } & Record<string, unknown>

export interface File {
  header: HeaderLine
  records: ExportLine[]
  last: ExportLine
  text: string
}

const violations = Object.fromEntries(
  Object.entries({ ...recordLines, header: headerLine, end: endLine }).map(([type, schema]) => [
    type,
    replyViolation(schema),
  ]),
)

/** Every line is what its schema says. */
export async function exported(app: TestApp, workspaceId: string, query = ''): Promise<File> {
  const answer = await app.raw({
    method: 'GET',
    url: `/v1/migrations/${workspaceId}/export${query}`,
    headers: { authorization: `Bearer ${app.liveKey}` },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8')
  assert.ok(answer.body.endsWith('\n'))
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as ExportLine)
  for (const line of lines) assert.equal(violations[line.type]?.(line), undefined, JSON.stringify(line))
  const [header, ...rest] = lines
  const last = rest.pop()
  assert.ok(header && last)
  return { header: header as unknown as HeaderLine, records: rest, last, text: answer.body }
}

export const ofType = (records: readonly ExportLine[], type: RecordType) =>
  records.filter((record) => record.type === type)
