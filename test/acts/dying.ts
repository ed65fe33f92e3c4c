/**
 * A process that is killed at a step of an act, within this one: from then on the request reaches neither the database, which
 * takes back what was not committed, nor the vendor. What else the process does goes on, like another process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** In the order in which an act passes them. */
export const steps = [
  'after it was written down',
  'after it was sent and before the vendor acted',
  'after the vendor acted and before its answer was written down',
  'after the answer was written down',
  'before what was recorded is committed',
  'after it was recorded and before it was answered',
] as const
export type LifeStep = (typeof steps)[number]

interface Life {
  step: LifeStep
  isOver: boolean
  hasActed: boolean
}

const lives = new AsyncLocalStorage<Life>()
const killed = () => new Error('the process was killed')

/** The vendor's part of an act; the process may be killed before it or after it. */
export function actAlive(act: () => void): void {
  const life = lives.getStore()
  if (!life) return act()
  const dieAt = (step: LifeStep) => {
    if (life.step === step) life.isOver = true
    if (life.isOver) throw killed()
  }
  dieAt('after it was sent and before the vendor acted')
  act()
  life.hasActed = true
  dieAt('after the vendor acted and before its answer was written down')
}

/** The statement after which, or instead of which, the process is gone. */
const diesAfter = ({ step, hasActed }: Life, text: string): boolean =>
  (step === 'after it was written down' && /insert into vendor_acts/.test(text)) ||
  (step === 'after the answer was written down' && hasActed && /update vendor_acts/.test(text)) ||
  (step === 'after it was recorded and before it was answered' && hasActed && text === 'commit')
const diesInstead = ({ step, hasActed }: Life, text: string): boolean =>
  step === 'before what was recorded is committed' && hasActed && text === 'commit'

type Query = (...args: unknown[]) => Promise<unknown>

/** Until it is called again, statements of a process that was killed are not sent. */
export function watchStatements(): () => void {
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = async function (this: pg.Client, ...args: unknown[]) {
    const send = (...sent: unknown[]) => Reflect.apply(original as unknown as Query, this, sent)
    const life = lives.getStore()
    const text = typeof args[0] === 'string' ? args[0] : ''
    if (!life) return send(...args)
    // The server takes a transaction back whose connection is lost.
    if (life.isOver) return text === 'rollback' ? send(...args) : Promise.reject(killed())
    if (diesInstead(life, text)) {
      life.isOver = true
      throw killed()
    }
    const answer = await send(...args)
    if (!diesAfter(life, text)) return answer
    life.isOver = true
    throw killed()
  } as typeof original
  return () => {
    pg.Client.prototype.query = original
  }
}

/** Whether the step was reached. */
export async function killedAt(step: LifeStep, work: () => Promise<unknown>): Promise<boolean> {
  const life: Life = { step, isOver: false, hasActed: false }
  await lives.run(life, work).catch(() => {})
  return life.isOver
}
