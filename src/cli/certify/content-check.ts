/** Changes one character in a text of the listing or property, reads it back, and restores it. */
import { nothing } from '../../connector-kit/checks/check.ts'
import type { CertificationCheck, CheckOutcome, CertificationRun } from '../../connector-kit/checks/check.ts'
import { textOf, type SomeText } from './content-text.ts'
import { found } from '../../connector-kit/checks/findings.ts'
import { didNothing, putBack, showsSoon } from './write-order.ts'
import type { WriteOrder } from './write-order.ts'

export const contentCheck = (order: WriteOrder): CertificationCheck => ({
  id: 'write.content',
  title: 'A text of the listing takes one sign more or less, shows it, and is put back',
  needs: ({ channelContent, propertyContent }) =>
    channelContent?.descriptions?.write !== undefined ||
    (propertyContent?.sections['description'] !== undefined &&
      propertyContent.sections['description'].unwritable === undefined),
  async run(run) {
    if (!order.content) return { skip: 'not_asked' }
    const text = await textOf(run.connector.operations, order)
    if (text === null) return nothing
    return changeAndPutBack(run, order, text)
  },
})

async function changeAndPutBack(
  run: CertificationRun,
  order: WriteOrder,
  { where, before, read, write }: SomeText,
): Promise<CheckOutcome> {
  const changed = before.endsWith('.') ? before.slice(0, -1) : `${before}.`
  const shows = (text: string) => showsSoon(async () => (await read()) === text, order)
  const byHand = `take the last sign of ${where} of listing ${order.listing} back: it ended with "${before.slice(-30)}"`
  order.say(`Changing a text. Should this program be killed now: ${byHand}.`)
  run.bounds.signal.throwIfAborted()
  let findings = found('write_refused', 0)
  try {
    await write(changed)
    if (!(await shows(changed))) findings = found('write_not_seen', 1)
  } catch (error) {
    if (didNothing(error)) return { findings: found('write_refused', 1), figures: {} }
    // A channel that fails now may answer when the text is restored.
    const isThere = await shows(changed).catch(() => false)
    findings = isThere ? found('answer_lost', 1) : found('write_failed', 1)
  }
  order.say('Putting the text back.')
  const undone = await putBack(order, byHand, async () => {
    await write(before)
    return shows(before)
  })
  if (undone.findings.every(({ code }) => code !== 'not_undone')) order.say('The text is as it was.')
  return { findings: [...findings, ...undone.findings], figures: { tries: undone.tries } }
}
