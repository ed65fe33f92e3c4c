/** Nothing of an account gets into a report: not from good rows, not from rows and answers that fail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownOf } from '../../src/cli/certify/report.ts'
import { mark, openHostileDoor } from './hostile-door.ts'
import type { Marking } from './hostile-door.ts'
import type { Vendors } from '../harness/vendors.ts'
import { certifySimulator, resultOf, startVendor } from './world.ts'

const markings: Marking[] = ['texts', 'words']
// A token must reach the connector as it is; and it must not reach the report either, which is looked at below.
const spared = /token|auth/i

/** The reports about these vendors. */
export function nothingOfAnAccountIn(vendors: Vendors): void {
  for (const { manifest } of vendors) {
    const vendor = manifest.id
    for (const marking of markings) {
      test(`${vendor}: nothing of an account with marked ${marking} is in the report`, async () => {
        const simulator = await startVendor(vendor)
        const door = await openHostileDoor(simulator.url, marking, spared)
        try {
          const shown: string[] = []
          const report = await certifySimulator(
            vendor,
            { ...simulator, url: door.url },
            { progress: (result) => void shown.push(JSON.stringify(result)) },
          )
          const texts = [JSON.stringify(report), markdownOf(report), ...shown].join('\n')
          assert.ok(!texts.toLowerCase().includes(mark.toLowerCase()), 'a marked value came through')
          // The made-up user name of OwnerRez's webhooks is the name of this program.
          for (const secret of Object.values(simulator.credentials)) {
            if (secret.length >= 6 && secret !== 'lodgewire')
              assert.ok(!texts.includes(secret), 'a credential came through')
          }
          assert.doesNotMatch(texts, /[\w.]+@[\w-]+\.\w+/, 'an email address came through')
          // Otherwise nothing was proven.
          const read = report.checks.some(({ figures }) => (figures.records ?? 0) > 0)
          if (marking === 'texts') assert.ok(read, 'nothing was read')
          else assert.ok(report.summary.failed > 0, 'nothing failed')
          assert.ok(resultOf(report, 'fields').findings.some(({ code }) => code === 'fields_unsaid'))
        } finally {
          await door.close()
          await simulator.close()
        }
      })
    }

    test(`${vendor}: no id, text or amount that the simulator holds is in the report`, async () => {
      const simulator = await startVendor(vendor, { listings: 3, reservations: 12 })
      try {
        const report = await certifySimulator(vendor, simulator)
        const texts = [JSON.stringify(report), markdownOf(report)].join('\n')
        const state = await fetch(`${simulator.control}/state`)
        const held = new Set<string>()
        collect(await state.json(), held)
        assert.ok(held.size > 50, 'the simulator tells too little to prove anything')
        assert.deepEqual(
          [...held].filter((value) => texts.includes(value)),
          [],
        )
      } finally {
        await simulator.close()
      }
    })
  }
}

/** Texts that are more than one plain word, and numbers that no figure could be. */
function collect(value: unknown, held: Set<string>): void {
  if (Array.isArray(value)) return value.forEach((item) => collect(item, held))
  if (typeof value === 'object' && value !== null)
    return Object.values(value).forEach((item) => collect(item, held))
  const text = String(value)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  if (typeof value === 'string' && text.length >= 5 && !isDay && /[^A-Za-z_]/.test(text)) held.add(text)
  if (typeof value === 'number' && text.length >= 5) held.add(text)
}
