/** What goes wrong at the vendor is told by its kind, and ends nothing that could still be told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownOf } from '../../src/cli/certify/report.ts'
import { Control } from '../../src/connector-kit/testing/control.ts'
import { certifySimulator, resultOf, startVendor } from './world.ts'

test('wrong credentials fail the first check and skip the others', async () => {
  const simulator = await startVendor('hostaway')
  try {
    const wrong = { ...simulator.credentials, apiKey: 'not-the-key-at-all' }
    const report = await certifySimulator('hostaway', { ...simulator, credentials: wrong })
    const probe = resultOf(report, 'probe')
    assert.equal(probe.state, 'failed')
    assert.equal(probe.trouble?.kind, 'credentials')
    assert.deepEqual(
      [resultOf(report, 'listings').state, resultOf(report, 'listings').why],
      ['skipped', 'no_access'],
    )
    assert.ok(!markdownOf(report).includes('not-the-key-at-all'))
  } finally {
    await simulator.close()
  }
})

test('a vendor that says "too many calls" is waited for, and the report says so', async () => {
  const simulator = await startVendor('hostaway')
  try {
    await new Control(simulator.control).fault(
      '429',
      { count: 1 },
      { path: '/v1/reservations', method: 'GET' },
    )
    const report = await certifySimulator('hostaway', simulator)
    assert.equal(resultOf(report, 'reservations').state, 'passed')
    const answers = resultOf(report, 'answers')
    assert.equal(answers.state, 'failed')
    assert.equal(answers.findings.find(({ code }) => code === 'slowed_down')?.count, 1)
  } finally {
    await simulator.close()
  }
})

test('web pages instead of JSON fail the check they came in, and no other', async () => {
  const simulator = await startVendor('hostaway')
  try {
    const control = new Control(simulator.control)
    await control.fault('html', { count: 50 }, { path: '/v1/conversations', method: 'GET' })
    const report = await certifySimulator('hostaway', simulator)
    const conversations = resultOf(report, 'conversations')
    assert.equal(conversations.state, 'failed')
    assert.deepEqual(conversations.trouble, {
      kind: 'unavailable',
      status: 200,
      method: 'get',
      path: '/v1/conversations',
    })
    assert.equal(resultOf(report, 'messages').why, 'walk_failed')
    assert.equal(resultOf(report, 'reviews').state, 'passed')
    assert.ok(resultOf(report, 'answers').findings.some(({ code }) => code === 'web_pages'))
  } finally {
    await simulator.close()
  }
})

test('a list longer than --max-records is not walked to its end, and not judged as if it were', async () => {
  const simulator = await startVendor('hostaway', { reservations: 350 })
  try {
    const report = await certifySimulator('hostaway', simulator, { maxRecords: 100 })
    const walked = resultOf(report, 'reservations')
    assert.equal(walked.state, 'passed')
    assert.ok(walked.findings.some(({ code }) => code === 'walk_bounded'))
    assert.ok((walked.figures.records ?? 0) <= 200)
    assert.equal(resultOf(report, 'reservations.incremental').why, 'bounded')
  } finally {
    await simulator.close()
  }
})

test('a run that is stopped reports what was checked until then', async () => {
  const simulator = await startVendor('hostaway')
  try {
    const stopping = new AbortController()
    const report = await certifySimulator('hostaway', simulator, {
      signal: stopping.signal,
      progress: ({ id }) => id === 'listings' && stopping.abort(),
    })
    assert.equal(resultOf(report, 'listings').state, 'passed')
    assert.equal(resultOf(report, 'reservations').why, 'stopped')
    assert.ok((resultOf(report, 'answers').figures.calls ?? 0) > 0)
  } finally {
    await simulator.close()
  }
})

test('a status word that the connector does not know is counted and not quoted', async () => {
  const simulator = await startVendor('guesty')
  try {
    const control = new Control(simulator.control)
    const { reservations } = await control.state()
    await control.change(String(reservations[0]?.id), { status: 'teleported' })
    const report = await certifySimulator('guesty', simulator)
    const walked = resultOf(report, 'reservations')
    assert.equal(walked.state, 'failed')
    assert.equal(walked.findings.find(({ code }) => code === 'row_word')?.count, 1)
    assert.ok(!JSON.stringify(report).includes('teleported'))
  } finally {
    await simulator.close()
  }
})
