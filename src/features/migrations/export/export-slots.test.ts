import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApiError } from '../../../platform/api-error.ts'
import { withExportSlot } from './export-slots.ts'

async function* lines() {
  yield 'a'
  yield 'b'
}
const begin = async (workspaceId: string) => {
  const export_ = withExportSlot(workspaceId, lines())
  await export_.next()
  return export_
}
const isRefused = (error: unknown) => error instanceof ApiError && error.code === 'rate_limit_exceeded'

it('two exports of a workspace run side by side and three of all; a place is given back at the end, and where nobody reads on', async () => {
  const [first, second] = [await begin('1'), await begin('1')]
  await assert.rejects(begin('1'), isRefused)
  const other = await begin('2')
  await assert.rejects(begin('3'), isRefused)
  await first.return(undefined)
  const third = await begin('3')
  await assert.rejects(begin('1'), isRefused)
  for await (const _ of second);
  const again = await begin('1')
  for (const one of [other, third, again]) await one.return(undefined)
})
