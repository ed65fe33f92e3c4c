/**
 * Stands for every socket to PostgreSQL. What a connection writes is sent as a step of the scheduler, which waits for the answer; the answer
 * arrives as another. So one statement runs at a time, and one that waits for a lock is parked until the lock may be free.
 */
import { Duplex } from 'node:stream'
import { openRealSocket, realPause, type HeardNotice } from './database-control.ts'
import type { DatabaseWires } from './database-wires.ts'
import { ForeignValues } from './foreign-values.ts'
import { fingerprint } from './history.ts'
import { fillBuffers, type OnRead } from './read-buffers.ts'
import { currentOwner } from './scheduler.ts'
import {
  asksForMore,
  brief,
  fatalMessage,
  isAnswered,
  MessageCutter,
  noticeMessage,
  sessionOf,
  statementText,
  withRenamedSettings,
  type WireMessage,
} from './wire-messages.ts'

/** Few wait for a lock, and to ask costs a statement. */
const lookEveryMs = 20
const listening = /^\s*listen\s+"?(\w+)/i

export class DatabaseWire extends Duplex {
  readonly label: string
  readonly owner = currentOwner()
  readonly channels = new Set<string>()
  connecting = false
  bytesRead = 0
  readonly #wires: DatabaseWires
  readonly #real = openRealSocket()
  readonly #onRead: OnRead | undefined
  readonly #fromClient = new MessageCutter('client')
  readonly #fromServer = new MessageCutter('server')
  #outgoing: Buffer[] = []
  #answer: WireMessage[] = []
  readonly #foreign = new ForeignValues()
  /** So many "ready" messages are still to come. */
  #expected = 0
  #status = 'I'
  #isCopying = false
  #isAsked = false
  #isClosed = false
  #isSending = false
  #isSendPlanned = false
  #isPrivate = true
  /** PostgreSQL is lost, and the connection with it. */
  #isGone = false
  #pid = 0
  #news = Promise.withResolvers<void>()

  constructor(wires: DatabaseWires, options: { onread?: OnRead } = {}) {
    super({ allowHalfOpen: false })
    this.#wires = wires
    this.#onRead = options.onread
    this.label = wires.nextName()
    wires.all.add(this)
    this.#real.on('data', (chunk: Buffer) => this.#hear(chunk))
    this.#real.on('error', () => {})
    this.#real.on('close', () => {
      this.#isClosed = true
      this.#news.resolve()
    })
  }

  connect(...to: unknown[]): this {
    this.connecting = true
    const { scheduler } = this.#wires.parts
    scheduler.plan(scheduler.delay(0.1, 1), `${this.label} connects`, async () => {
      if (this.#isGone) return 'gone'
      if (this.#wires.state === 'refuses') return this.#breakOff('ECONNREFUSED')
      await new Promise<void>((resolve, reject) => {
        this.#real.once('error', reject)
        this.#real.connect(...(to as [number, string]))
        this.#real.once('connect', resolve)
      })
      this.connecting = false
      this.emit('connect')
      this.emit('ready')
      return ''
    })
    return this
  }

  setNoDelay = () => this
  setKeepAlive = () => this
  setTimeout = () => this
  ref = () => this
  unref = () => this

  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this.#outgoing.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk))
    this.#planSend()
    done()
  }

  override _final(done: () => void): void {
    done()
    const { scheduler, control } = this.#wires.parts
    scheduler.plan(scheduler.delay(0.1, 0.5), `${this.label} ends`, async () => {
      const pids = this.hangUp()
      await control.end(pids, 'wait')
      this.push(null)
      return this.#wires.lookAtParked()
    })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const pids = this.hangUp()
    const { scheduler, control } = this.#wires.parts
    if (pids.length > 0)
      scheduler.plan(0, `${this.label} is cut`, async () => {
        await control.end(pids, 'kill')
        return this.#wires.lookAtParked()
      })
    done(error)
  }

  /** Closes the real socket and returns its session, if it had one. */
  hangUp(): number[] {
    this.#wires.forget(this)
    this.#real.destroy()
    const pids = this.#pid === 0 ? [] : [this.#pid]
    this.#pid = 0
    return pids
  }

  /** PostgreSQL was lost: nothing that was said on either side arrives from now on. */
  lose(farewell: 'says so' | 'breaks off'): void {
    this.#isGone = true
    const { scheduler } = this.#wires.parts
    const said = fatalMessage('57P01', 'terminating connection due to administrator command')
    scheduler.plan(
      scheduler.delay(0, 5),
      `${this.label} is lost`,
      () => {
        if (farewell === 'breaks off') return this.#breakOff('ECONNRESET')
        this.#deliver(said)
        this.push(null)
        return farewell
      },
      this.owner,
    )
  }

  #breakOff(code: 'ECONNREFUSED' | 'ECONNRESET'): string {
    this.#isGone = true
    this.destroy(Object.assign(new Error(code), { code }))
    return code
  }

  #planSend(): void {
    if (this.#isSendPlanned || this.#isSending) return
    this.#isSendPlanned = true
    const { scheduler, faults } = this.#wires.parts
    const rare = faults.has('slow-database') ? { in: 200, ms: 80 } : undefined
    scheduler.plan(scheduler.delay(0.05, 0.4, rare), `${this.label} sends`, () => this.#send(), this.owner)
  }

  async #send(): Promise<string> {
    if (this.#isGone) return 'gone'
    this.#isSendPlanned = false
    this.#isSending = true
    if (this.#wires.state === 'starts') {
      this.hangUp()
      this.#isGone = true
      this.#deliver(fatalMessage('57P03', 'the database system is starting up'))
      this.push(null)
      return 'refused'
    }
    const { control, scheduler } = this.#wires.parts
    const bytes = withRenamedSettings(Buffer.concat(this.#outgoing))
    this.#outgoing = []
    const messages = this.#fromClient.cut(bytes)
    const texts = messages.flatMap((message) => statementText(message) ?? [])
    for (const { letter } of messages) {
      if (isAnswered(letter)) this.#expected += 1
      if (letter === 'c' || letter === 'f') this.#isCopying = false
    }
    for (const text of texts) {
      const channel = listening.exec(text)?.[1]
      if (channel === undefined) continue
      await control.listen(channel)
      this.channels.add(channel)
    }
    await control.tellTime(scheduler.nowMs)
    this.#isAsked = false
    const wasInside = this.#status === 'T'
    const mayNotify = wasInside || texts.some((text) => /notify/i.test(text))
    this.#real.write(bytes)
    // What is said at the start names the database and the session, which are others each time.
    this.#isPrivate = messages.some(({ letter }) => letter === '' || letter === 'p')
    const known = this.#foreign.keepSent(messages)
    const about = `${this.#isPrivate ? 'hello' : fingerprint(known)} ${brief(texts)}`
    if ((await this.awaitAnswer()) === 'waits') {
      this.#wires.park(this)
      return `${about} waits for a lock`
    }
    const notices = mayNotify && this.#status !== 'T' ? await this.#wires.passNotices() : ''
    if (wasInside && this.#status === 'I') await this.#wires.afterCommit()
    return about + this.passOn() + notices + (await this.#wires.lookAtParked())
  }

  /** Waits for the rest of the answer, unless the session waits for a lock. */
  async awaitAnswer(): Promise<'came' | 'waits'> {
    for (;;) {
      if (this.#isComplete()) return 'came'
      const look = await Promise.race([
        this.#news.promise.then(() => 'news'),
        realPause(lookEveryMs).then(() => 'late'),
      ])
      this.#news = Promise.withResolvers()
      if (look === 'news' || this.#isComplete() || this.#pid === 0) continue
      const isStuck = await this.#wires.parts.control.waitsForOthers(this.#pid)
      if (isStuck && !this.#isComplete()) return 'waits'
    }
  }

  #isComplete(): boolean {
    return this.#isClosed || this.#isAsked || this.#isCopying || this.#expected === 0
  }

  #hear(chunk: Buffer): void {
    for (const message of this.#fromServer.cut(chunk)) {
      const { letter, whole } = message
      // The scheduler passes notices on itself.
      if (letter === 'A') continue
      this.#answer.push({ letter, whole: Buffer.from(whole) })
      if (letter === 'K') this.#pid = sessionOf(whole)
      if (letter === 'G') this.#isCopying = true
      if (asksForMore(message)) this.#isAsked = true
      if (letter === 'Z') {
        this.#expected -= 1
        this.#status = String.fromCharCode(whole[5] as number)
      }
    }
    this.#news.resolve()
  }

  /** Plans the arrival of the answer. */
  passOn(): string {
    const { scheduler, faults } = this.#wires.parts
    const bytes = Buffer.concat(this.#answer.map(({ whole }) => whole))
    const known = this.#foreign.keepHeard(this.#answer)
    this.#answer = []
    const seen = this.#isPrivate ? 'hello' : fingerprint(known)
    // A server that closes after a farewell does so at its own time.
    const isLost = this.#isClosed && this.#expected > 0
    const rare = faults.has('slow-database') ? { in: 200, ms: 80 } : undefined
    scheduler.plan(
      scheduler.delay(0.05, 0.3, rare),
      `${this.label} hears`,
      () => {
        if (this.#isGone) return 'gone'
        this.#isSending = false
        if (this.#outgoing.length > 0) this.#planSend()
        if (bytes.length > 0) this.#deliver(bytes)
        if (isLost) this.push(null)
        return undefined
      },
      this.owner,
    )
    return ` = ${seen} ${this.#status}`
  }

  notify(notice: HeardNotice): void {
    const { scheduler } = this.#wires.parts
    scheduler.plan(
      scheduler.delay(0.1, 2),
      `${this.label} is notified`,
      () => {
        if (this.#isGone) return 'gone'
        this.#deliver(noticeMessage(notice))
        return `${notice.channel} ${fingerprint(notice.payload)}`
      },
      this.owner,
    )
  }

  #deliver(bytes: Buffer): void {
    this.bytesRead += bytes.length
    if (!this.#onRead) return void this.push(bytes)
    fillBuffers(this, this.#onRead, bytes)
  }
}
