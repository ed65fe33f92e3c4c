/**
 * Writes content while the answer is lost: reported outcomes are true, and writing twice is as good as once.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { ContentSection, ItemOf } from '../../contract/channel-content/sections.ts'
import type { ContentPart } from '../channel-content.ts'
import type { Connector } from '../connector.ts'
import type { VendorContext } from '../vendor-context.ts'
import { VendorError } from '../vendor-error.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import type { SectionFacts } from './content-facts.ts'
import { afterActing, everyFault, isHonest, isSilent } from './faults.ts'
import { present } from './walk.ts'

const impatientMs = 500

/** One call sets this content, or adds it. */
interface ContentWriteCase {
  name: string
  isMadeAnew: boolean
  /** Returns the current content, in a form that can be compared. */
  read(context: VendorContext, id: string): Promise<unknown>
  /** Prepares an attempt that nobody has made before; the same `time` gives the same one. */
  prepare(
    context: VendorContext,
    id: string,
    time: number,
  ): Promise<(with_: VendorContext) => Promise<unknown>>
}

function listingPart<S extends ContentSection>(
  { operations }: Pick<Connector, 'operations'>,
  section: S,
  { change, item, compared = (content) => content }: SectionFacts<S>,
): ContentWriteCase[] {
  const { read, write, add } = present<ContentPart<S>>(operations.channelContent?.[section])
  const readCompared = async (context: VendorContext, id: string) => compared(await read(context, id))
  const parts: ContentWriteCase[] = []
  if (change && write)
    parts.push({
      ...{ name: section, isMadeAnew: false, read: readCompared },
      async prepare(context, externalId, time) {
        const newContent = change(time, await read(context, externalId))
        return (other) => write(other, { externalId, change: newContent })
      },
    })
  if (item && add)
    parts.push({
      ...{ name: `one of the ${section}`, isMadeAnew: true, read: readCompared },
      async prepare(context, externalId, time) {
        const newItem: ItemOf<S> = item(time, await read(context, externalId))
        return (other) => add(other, { externalId, item: newItem })
      },
    })
  return parts
}

function partsOf(
  connector: Pick<Connector, 'operations'>,
  { content = {}, propertyContent = {} }: VendorFacts,
): ContentWriteCase[] {
  const sections = Object.keys(content) as ContentSection[]
  const ofListings = sections.flatMap(<S extends ContentSection>(name: S) =>
    listingPart(connector, name, present<SectionFacts<S>>(content[name])),
  )
  const ofProperty = Object.entries(propertyContent).map(([name, change]): ContentWriteCase => {
    const { read, write } = present(connector.operations.propertyContent)
    return {
      ...{ name, isMadeAnew: false },
      read: (context) => read(context, name),
      prepare: async (_, __, time) => (other) => write(other, name, change(time)),
    }
  })
  return [...ofListings, ...ofProperty]
}

export function contentFaultSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { channelContent, propertyContent } = connector.operations
  it('tells the suite how to drive all content that it writes', () => {
    const has = (name: 'write' | 'add') =>
      Object.entries(channelContent ?? {}).flatMap(([section, part]) => (part[name] ? [section] : []))
    const sectionsWith = (name: 'change' | 'item') =>
      Object.entries(facts.content ?? {}).flatMap(([section, part]) => (part[name] ? [section] : []))
    assert.deepEqual(sectionsWith('change').toSorted(), has('write').toSorted())
    assert.deepEqual(sectionsWith('item').toSorted(), has('add').toSorted())
    const written = Object.entries(propertyContent?.sections ?? {}).flatMap(
      ([name, { unwritable, unreadable }]) =>
        unwritable === undefined && unreadable === undefined ? [name] : [],
    )
    assert.deepEqual(Object.keys(facts.propertyContent ?? {}).toSorted(), written.toSorted())
  })
  const parts = partsOf(connector, facts)
  if (parts.length === 0) return

  describe('content whose answer is lost', { concurrency: false }, () => {
    let bench: Bench<C>
    let id: string
    before(async () => {
      bench = await openBench(connector, facts.start, { listings: 2, reservations: 4 })
      id = present((await bench.walk().listings()).records[0]).externalId
    })
    after(() => bench.close())
    beforeEach(async () => {
      await bench.control.clearFaults()
      await bench.advance(120_000)
    })

    for (const [index, part] of parts.entries()) {
      it(`${part.name}: stands as is said, or nobody knows, whatever becomes of the answer`, async () => {
        let time = 0
        const next = () => part.prepare(bench.context('messages'), id, time++)
        const readContent = () => part.read(bench.context('messages'), id)
        await bench.control.clearCalls()
        await (
          await next()
        )(bench.context('messages'))
        const { path, method } = present(
          (await bench.control.calls()).findLast((call) => call.method !== 'GET'),
        )
        const where = { path: present(path.split('?')[0]), method }
        // Silent faults take time, so only one set section and every addition wait for them.
        const faults = everyFault.filter((fault) => index === 0 || part.isMadeAnew || !isSilent(fault))
        for (const fault of faults) {
          const write = await next()
          const earlier = await readContent()
          await bench.control.fault(fault, { count: 1 }, where)
          const timeoutMs = isSilent(fault) ? impatientMs : undefined
          const client = bench.open(timeoutMs === undefined ? {} : { timeoutMs })
          const error = await write(bench.context('messages', client)).then(
            () => null,
            (thrown: unknown) => thrown,
          )
          await bench.control.clearFaults()
          if (error !== null) {
            assert.ok(error instanceof VendorError, `${fault}: ${String(error)}`)
            assert.ok(isHonest(fault, error.kind), `${fault}: ${error.kind}`)
          }
          const between = await readContent()
          const isDone = error === null || afterActing.includes(fault)
          if (part.isMadeAnew) {
            // The item was added once, and never by a retry of the client itself.
            const [was, is] = [earlier as unknown[], between as unknown[]]
            assert.equal(is.length - was.length, isDone ? 1 : 0, fault)
            continue
          }
          await write(bench.context('messages'))
          const later = await readContent()
          assert.notDeepEqual(later, earlier, fault)
          assert.deepEqual(between, isDone ? later : earlier, fault)
        }
      })
    }
  })
}
