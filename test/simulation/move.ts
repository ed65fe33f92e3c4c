/**
 * Somebody moves from one PMS to another while guests book: the old account is taken over into a workspace of its own, its
 * stays are made at the new PMS, and after a rehearsal it is cut over: for good, with a watch, or with a watch and the way back.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../../simulators/kit/random.ts'
import { History } from '../history/history.ts'
import { missingIn } from './invariants.ts'
import {
  bookHere,
  cancelHere,
  nextName,
  type LifeParts,
  type PromiseLedger,
  type SimulatedSale,
} from './life.ts'
import { lookAgainMs, MovedWorkspace } from './moved-workspace.ts'
import { isCancelledAtOld, lastNameOf, OldPms, type OldStay } from './old-pms.ts'
import { troubleMove } from './trouble.ts'
import { nightCount, type SimulatedHome, type SimulatedWorld } from './world.ts'

export const moveEndings = ['for good', 'watched', 'taken back'] as const
export type MoveEnding = (typeof moveEndings)[number]

/** A stay that should be at the new PMS as well. */
interface StayToMove {
  name: string
  from: string
  to: string
  isCancelled: boolean
}

/** The shares of the time in which guests book after which the move begins, and the old PMS sells no more by itself. */
const [beginsAfter, closesAfter] = [0.1, { 'for good': 0.6, watched: 0.4, 'taken back': 0.4 }] as const
/** A look that began so long after a change has seen it, whatever the clock of its machine says. */
const surelySeenMs = 10_000
/** The old PMS is looked at every quarter of an hour. */
const napMs = 16 * 60_000
const looksBetweenNaps = 20
/** Nobody asks for an import after the way back, so to look often is in vain. */
const unurgedMs = 10_000

export class PmsMove {
  /** What the workspace of the move shows, and what the old PMS and receivers got of it. */
  readonly observed = new History()
  /** The stays are made in this home of the new PMS. */
  readonly home: SimulatedHome
  readonly old: OldPms
  readonly workspace: MovedWorkspace
  /** What keeps the move from going on; empty if nothing does. */
  waitsFor: readonly string[] = []
  isOver = false
  readonly #world: SimulatedWorld
  readonly #ending: MoveEnding | undefined
  #tries = 0
  readonly #made = new Map<string, { sale: SimulatedSale; id: string }>()
  /** How the move ended, and what the old PMS held at the last cutover; null before. */
  #end: { ending: MoveEnding; lines: readonly string[] } | null = null
  /** The old PMS changed so while it was watched, and whether a look must have told of it. */
  #watched: { changes: readonly string[]; isSeen: boolean } = { changes: [], isSeen: false }

  constructor(world: SimulatedWorld, home: SimulatedHome, ending?: MoveEnding) {
    this.#world = world
    this.home = home
    this.#ending = ending
    this.old = new OldPms(world, this.observed)
    this.workspace = new MovedWorkspace(world, this.observed)
  }

  /** Null until the move has begun. */
  get workspaceId(): string | null {
    return this.workspace.id
  }

  /** So many stays were made at the new PMS. */
  get count(): number {
    return this.#made.size
  }

  /** Ends when the old account is cut over at last and all its stays are at the new PMS. */
  async run(parts: LifeParts): Promise<void> {
    const { ledger, lengthMs } = parts
    const { scheduler } = this.#world.parts
    const random = parts.random.fork('move')
    const ending = random.pick(this.#ending ? [this.#ending] : moveEndings)
    const closesMs = scheduler.nowMs + lengthMs * closesAfter[ending]
    await pause(lengthMs * beginsAfter)
    await this.workspace.begin()
    while (scheduler.nowMs < closesMs) {
      await this.#copyTaken(ledger)
      await pause(lookAgainMs)
    }
    this.old.isClosed = true
    await this.#awaitAll(() => this.workspace.importAgain())
    await this.#copyTaken(ledger)
    await this.#rehearse('first')
    if (ending !== 'for good') await this.#watch(parts, random, ending)
    if (ending === 'taken back') {
      await this.#goBack(ledger, random)
      await this.#rehearse('second')
    }
    if (ending !== 'watched') await this.#leave()
    this.#end = { ending, lines: this.#end?.lines ?? this.old.lines() }
    this.isOver = true
  }

  /** What differs from what the move promised; empty if it has not come so far. */
  async findUnlike(): Promise<string[]> {
    if (this.#end === null) return []
    const { ending, lines } = this.#end
    const { state, watch } = await this.workspace.migration()
    const taken = await this.workspace.lines()
    const [secrets, kept] = [await this.workspace.heldSecrets(), watch?.state === 'watching' ? 1 : 0]
    return [
      ...(state === 'cut_over' ? [] : [`the move is ${state} after its cutover`]),
      ...(taken.join('\n') === lines.join('\n')
        ? []
        : [`the old PMS held ${lines.join(', ')}; taken over was ${taken.join(', ')}`]),
      ...(secrets === kept ? [] : [`what opens the old PMS is kept in ${secrets} places after ${ending}`]),
      ...(await this.#untold()),
    ]
  }

  /** Each change is told of once. */
  async #untold(): Promise<string[]> {
    const told = await this.workspace.watchedChanges()
    const { changes, isSeen } = this.#watched
    const untold = isSeen ? missingIn(told, changes) : []
    return [
      ...untold.map((change) => `the watch did not tell of ${change}`),
      ...missingIn(changes, told).map((change) => `the watch told of ${change} without a reason`),
    ]
  }

  /** Waits until the workspace shows what the old PMS holds, each stay once. */
  async #awaitAll(urge: () => Promise<void>): Promise<void> {
    for (;;) {
      const { state } = await this.workspace.migration()
      const [taken, held] = [await this.workspace.lines(), this.old.lines()]
      const wrong = [...missingIn(taken, held), ...missingIn(held, taken).map((line) => `not ${line}`)]
      this.waitsFor = [...(state === 'imported' ? [] : [state]), ...wrong]
      if (this.waitsFor.length === 0) return
      await urge()
      await pause(lookAgainMs)
    }
  }

  /** A list with a stay that nobody has is no go and stops the cutover; the right one is a go. */
  async #rehearse(label: string): Promise<void> {
    const listed = this.old.standing()
    const stranger = { id: 1, arrival: this.#world.day(0), departure: this.#world.day(1) }
    if ((await this.workspace.rehearse([...listed, stranger])) === null)
      throw new Error('a rehearsal let a list pass that has a stay which nobody has')
    const early = await this.workspace.cutOver({ requireGo: true }, `${label} cutover, too early`)
    if (early.status !== 409) throw new Error(`a cutover after a rehearsal that said no: ${early.text}`)
    for (;;) {
      const open = await this.workspace.rehearse(listed)
      this.waitsFor = open ?? []
      if (open === null) return
      await this.workspace.importAgain()
      await pause(lookAgainMs)
    }
  }

  /** The old PMS goes on after the cutover. What a look finds is done by hand at the new one. */
  async #watch(parts: LifeParts, random: SeededRandom, ending: MoveEnding): Promise<void> {
    const endMs = this.#world.parts.scheduler.nowMs + parts.lengthMs * (1 - closesAfter[ending])
    const before = this.old.snapshot()
    await this.#cutOver({ watch: true, requireGo: true }, 'first cutover')
    this.#end = { ending, lines: this.old.lines() }
    await this.old.cancelAndLengthen(random, { isLengthening: ending === 'watched' })
    for (let guests = 0; guests < 2; guests += 1) await this.old.bookAny(nextName(), random)
    const changes = this.old.differencesSince(before)
    this.#watched = { changes, isSeen: false }
    const changedMs = this.#world.parts.scheduler.nowMs
    if (ending === 'taken back' && random.chance(0.5)) return
    await troubleMove(parts, random)
    await pause(Math.max(1, endMs - this.#world.parts.scheduler.nowMs))
    for (let looks = 0; !(await this.#hasSeen(changedMs)); looks += 1)
      await (looks % looksBetweenNaps === 0 ? this.#nap() : pause(lookAgainMs))
    this.#watched.isSeen = true
    const wrong = await this.findUnlike()
    if (wrong.length > 0) throw new Error(wrong.join('; '))
    await this.#copy(parts.ledger, this.old.stays().map(moveOfOld))
  }

  /** Whether a look was made to its end that began after this moment. */
  async #hasSeen(changedMs: number): Promise<boolean> {
    const { watch } = await this.workspace.migration()
    const lookedAt = watch?.sources[0]?.lastLookedAt ?? null
    const hasSeen = lookedAt !== null && Date.parse(lookedAt) > changedMs + surelySeenMs
    this.waitsFor = hasSeen ? [] : [`a look at the old PMS, the last was at ${lookedAt}`]
    return hasSeen
  }

  /** The machines doze as in a night, because a quarter of an hour awake takes longer than all the rest of a short run. */
  async #nap(): Promise<void> {
    const { scheduler } = this.#world.parts
    scheduler.isDozing = true
    await pause(napMs)
    scheduler.wakeUp()
  }

  /** The old PMS is the keeper again: what it sold meanwhile and sells now is taken over without anybody asking. */
  async #goBack(ledger: PromiseLedger, random: SeededRandom): Promise<void> {
    await this.#rollBack('rollback', 1)
    this.#end = null
    await this.#rollBack('second rollback', 0)
    await this.old.bookAny(nextName(), random)
    await this.#awaitAll(() => pause(unurgedMs))
    await this.#copyTaken(ledger)
  }

  async #rollBack(key: string, connected: number): Promise<void> {
    const { status, text, body } = await this.workspace.rollBack(key)
    const { reconnectedConnections } = (body['data'] ?? {}) as Record<string, unknown>
    if (reconnectedConnections !== connected)
      throw new Error(`a ${key} that should connect ${connected} accounts: ${status} ${text}`)
  }

  /** For good: nobody reads the old system from now on, and nobody can go back. */
  async #leave(): Promise<void> {
    await this.#cutOver({ requireGo: true }, 'last cutover')
    this.#end = { ending: 'for good', lines: this.old.lines() }
    await this.old.book('Late', this.#world.day(nightCount), this.#world.day(nightCount + 1))
    const { status, text } = await this.workspace.rollBack('rollback, too late')
    if (status !== 409) throw new Error(`a rollback after a cutover for good: ${status} ${text}`)
  }

  async #cutOver(body: object, key: string): Promise<void> {
    const { status, text } = await this.workspace.cutOver(body, key)
    if (status >= 300) throw new Error(`the ${key}: ${status} ${text}`)
  }

  async #copyTaken(ledger: PromiseLedger): Promise<void> {
    const stays = await this.workspace.stays()
    await this.#copy(
      ledger,
      stays.map(({ guestName, checkIn, checkOut, status }) => ({
        ...{ name: lastNameOf(guestName), from: checkIn, to: checkOut, isCancelled: status === 'cancelled' },
      })),
    )
  }

  /** Cancels what was cancelled and makes what is not there yet. Nights may be taken until a cancellation is known. */
  async #copy(ledger: PromiseLedger, stays: readonly StayToMove[]): Promise<void> {
    for (const { name, isCancelled } of stays) {
      const made = this.#made.get(name)
      if (!isCancelled || made === undefined || made.sale.isEnding) continue
      made.sale.isEnding = true
      await cancelHere(this.#world, made.sale, made.id)
    }
    for (const { name, from, to, isCancelled } of stays)
      if (!isCancelled && !this.#made.has(name))
        await this.#make(ledger, { name, arrival: from, departure: to })
  }

  async #make(
    { sales }: PromiseLedger,
    { name, arrival, departure }: { name: string; arrival: string; departure: string },
  ): Promise<void> {
    const key = `${name} ${(this.#tries += 1)}`
    const id = await bookHere(this.#world, { home: this.home, name, arrival, departure }, key)
    if (id === null && this.old.isClosed) throw new Error(`${name} of the old PMS was refused at the new one`)
    if (id === null) return
    const [from, to] = [this.#nightOf(arrival), this.#nightOf(departure)]
    const about = { place: 'api', home: this.home, from, to, code: name } as const
    const sale: SimulatedSale = { ...about, isCancelled: false, isEnding: false }
    sales.push(sale)
    this.#made.set(name, { sale, id })
  }

  #nightOf(date: string): number {
    return (Date.parse(date) - Date.parse(this.#world.day(0))) / 86_400_000
  }
}

const moveOfOld = (stay: OldStay): StayToMove => ({
  ...{ name: lastNameOf(stay['guest-name']), from: stay.arrival, to: stay.departure },
  isCancelled: isCancelledAtOld(stay),
})
