/**
 * Loaded into the server of a drill: how long its loop was held at once, in processor time of that thread, which a busy machine does not
 * stretch. What the thread was given between two ticks of a timer it spent on one thing, as nothing else was asked for.
 */
const everyMs = 2

let most = 0
const spentMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let last = spentMs()
setInterval(() => {
  const now = spentMs()
  most = Math.max(most, now - last)
  last = now
}, everyMs).unref()

/** Answers with the longest since it was asked last. */
process.on('message', (message) => {
  if (message !== 'held') return
  process.send?.({ held: most })
  most = 0
})
// The line to the drill keeps no server alive.
process.channel?.unref()
