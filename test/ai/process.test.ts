/** AI operations of a real server, by its settings; and what it prints meanwhile. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { startStandIn, type StandIn } from './stand-in.ts'

let made: TestDatabase
let model: StandIn
let server: ServerProcess
const { folder, remove } = testFolder()
before(async () => {
  made = await createTestDatabase()
  model = await startStandIn()
  server = await startServerProcess(folder, {
    ...{ DATABASE_URL: made.url, LOG_LEVEL: 'trace', AI_BASE_URL: model.url, AI_MODEL: 'small' },
    ...{
      AI_API_KEY: 'key-of-the-model',
      AI_TIMEOUT_SECONDS: '5',
      OPENAI_LOG: 'debug',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
    },
  })
})
after(async () => {
  await server?.stop()
  await model?.close()
  await made?.drop()
  remove()
})

interface Page {
  data: { id: string }[]
}

test('a conversation of the sandbox is answered, a failing model is told, and the log names nobody', async () => {
  const key = server.keys.sandboxKey
  await api(server, key, 'POST', '/v1/sandbox/seed')
  const { body } = await api<Page>(server, key, 'GET', '/v1/conversations?limit=1')
  const conversationId = body.data[0]?.id ?? assert.fail('the sandbox has conversations')
  const ask = () =>
    api<{ result?: string; error?: { code: string } }>(server, key, 'POST', '/v1/ai', {
      ...{ operation: 'respond-to-guest', input: { conversationId } },
    })
  model.answers.push({ say: { reply: 'You are welcome.', confidence: 1 } })
  const answered = await ask()
  assert.deepEqual([answered.status, answered.body.result], [200, 'You are welcome.'])
  assert.equal(model.sent[0]?.authorization, 'Bearer key-of-the-model')
  model.answers.splice(0, 1, { status: 401 })
  const failed = await ask()
  assert.deepEqual([failed.status, failed.body.error?.code], [502, 'upstream_error'])
  const printed = server.output()
  assert.match(printed, /the language model cannot be used/)
  const { messages } = JSON.parse(String(model.sent[0]?.body.messages[1]?.content)) as {
    messages: { text: string }[]
  }
  for (const text of [
    'key-of-the-model',
    'You are welcome.',
    ...messages.map((message) => message.text.slice(0, 30)),
  ])
    assert.ok(!printed.includes(text), text)
})
