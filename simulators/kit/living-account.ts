import type { SimulatorClock } from './clock.ts'
import type { SimulatorTools } from './definition.ts'
import { LateGuests } from './late-guests.ts'
import type { SeededRandom } from './random.ts'

/** Things happen in this account after it was seeded. */
export abstract class LivingAccount<Store, Webhooks, Stay extends object> {
  readonly store: Store
  /** For data invented as time goes by, such as ids. */
  readonly random: SeededRandom
  readonly lateGuests: LateGuests<Stay>
  protected readonly webhooks: Webhooks
  readonly #clock: SimulatorClock

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.webhooks = webhooks
    this.random = tools.random.fork('account')
    this.lateGuests = new LateGuests(tools, (stay) => void this.apply(stay, {}))
    this.#clock = tools.clock
  }

  /** Makes a checked change: held-back guest data comes with it, and webhooks are sent. */
  abstract apply(stay: Stay, fields: Partial<Stay>): Stay

  nowMs(): number {
    return this.#clock.nowMs()
  }

  today(): string {
    return this.#clock.today()
  }
}
