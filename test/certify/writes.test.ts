/** What is written on the named listing shows and is put back: after success, failure and a stop alike. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunningSimulator } from '../../simulators/index.ts'
import { Control } from '../../src/connector-kit/testing/control.ts'
import { certifySimulator, connectorOf, resultOf, startVendor, vendors } from './world.ts'

const offersNights = (simulator: RunningSimulator): boolean => {
  const fields = connectorOf(simulator.vendor, simulator).operations.calendarWrites?.fields
  return fields?.price === true || fields?.minNights === true
}

const stateOf = (simulator: RunningSimulator) => new Control(simulator.control).state()

async function listingOf(simulator: RunningSimulator): Promise<string> {
  const [first] = (await stateOf(simulator)).listings
  assert.ok(first)
  return String(first.id)
}

const stays = async (simulator: RunningSimulator) => (await stateOf(simulator)).reservations

for (const vendor of vendors) {
  test(`${vendor}: a night and a booking on the named listing are put back`, async () => {
    const simulator = await startVendor(vendor, { reservations: 5 })
    try {
      const listing = await listingOf(simulator)
      const before = (await stays(simulator)).length
      const said: string[] = []
      const report = await certifySimulator(vendor, simulator, {
        write: { listing, bookings: true, say: (line) => void said.push(line) },
      })
      const night = resultOf(report, 'write.night')
      const booking = resultOf(report, 'write.booking')
      assert.equal(night.state, offersNights(simulator) ? 'passed' : 'not_offered', JSON.stringify(night))
      const cancels = connectorOf(vendor, simulator).operations.reservationWrites?.cancel !== undefined
      assert.equal(booking.state, cancels ? 'passed' : 'not_offered', JSON.stringify(booking))
      if (offersNights(simulator)) assert.ok(said.includes('The night is as it was.'))
      if (cancels) {
        assert.ok(said.includes('The booking is cancelled.'))
        assert.equal((await stays(simulator)).length, before + 1)
      }
      assert.ok(!JSON.stringify(report).includes(`"${listing}"`))
    } finally {
      await simulator.close()
    }
  })
}

const nightPath = '/v1/listings/*/calendarIntervals'

test('a night whose undoing fails at first is put back by a later try', async () => {
  const simulator = await startVendor('hostaway')
  try {
    const say = (line: string): void => {
      if (line.startsWith('Putting'))
        simulator.faults.add({ kind: '500', count: 1, path: nightPath, method: 'PUT' })
    }
    const write = { listing: await listingOf(simulator), bookings: false, say }
    const night = resultOf(await certifySimulator('hostaway', simulator, { write }), 'write.night')
    assert.equal(night.state, 'passed')
    assert.ok(night.findings.some(({ code }) => code === 'undone_later'))
    assert.equal(night.figures.tries, 2)
  } finally {
    await simulator.close()
  }
})

test('what cannot be undone fails, and is told in capitals with what to do', async () => {
  const simulator = await startVendor('hostaway')
  try {
    const said: string[] = []
    const say = (line: string): void => {
      said.push(line)
      if (line.startsWith('Putting'))
        simulator.faults.add({ kind: '500', count: 99, path: nightPath, method: 'PUT' })
    }
    const listing = await listingOf(simulator)
    const report = await certifySimulator('hostaway', simulator, { write: { listing, bookings: false, say } })
    const night = resultOf(report, 'write.night')
    assert.equal(night.state, 'failed')
    assert.ok(night.findings.some(({ code }) => code === 'not_undone'))
    assert.ok(
      said.some(
        (line) => /^THIS COULD NOT BE UNDONE.*SET THE NIGHT OF \d{4}-/.test(line) && line.includes(listing),
      ),
    )
  } finally {
    await simulator.close()
  }
})

test('a stop between a change and its undoing does not keep it from being undone', async () => {
  const simulator = await startVendor('hostaway')
  try {
    const said: string[] = []
    const stopping = new AbortController()
    const say = (line: string): void => {
      said.push(line)
      if (line.startsWith('Putting')) stopping.abort()
    }
    const write = { listing: await listingOf(simulator), bookings: true, say }
    const report = await certifySimulator('hostaway', simulator, { write, signal: stopping.signal })
    assert.ok(said.includes('The night is as it was.'))
    assert.equal(resultOf(report, 'write.night').state, 'passed')
    assert.equal(resultOf(report, 'write.booking').why, 'stopped')
  } finally {
    await simulator.close()
  }
})

test('a listing that the account does not have is said, and nothing is written', async () => {
  const simulator = await startVendor('hostaway')
  try {
    const write = { listing: '999999999', bookings: true, say: () => {} }
    const report = await certifySimulator('hostaway', simulator, { write })
    assert.deepEqual(
      ['write.night', 'write.booking'].map((id) => resultOf(report, id).findings.map(({ code }) => code)),
      [['no_listing'], ['no_listing']],
    )
    assert.ok(simulator.calls.list().every(({ method }) => method !== 'PUT'))
  } finally {
    await simulator.close()
  }
})
