/**
 * Loaded before the server: a message sets the wall clock, as somebody sets a machine's clock. Durations are measured
 * as usual.
 */
const RealDate = Date
let aheadMs = 0

class MovedDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + aheadMs] : given) as [number]))
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
}

globalThis.Date = MovedDate as DateConstructor
process.on('message', (message: { aheadMs: number }) => {
  ;({ aheadMs } = message)
  process.send?.('set')
})
// The channel to the parent alone must not keep the server running.
process.channel?.unref()
