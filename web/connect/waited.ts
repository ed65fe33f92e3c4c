/** Until it is time to ask again. */

/** Not while nobody looks; at once when the connection comes back. */
export function waited(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (document.hidden) return
      clearTimeout(timer)
      for (const name of ['visibilitychange', 'online']) removeEventListener(name, done, true)
      resolve()
    }
    const timer = setTimeout(done, pauseMs)
    for (const name of ['visibilitychange', 'online']) addEventListener(name, done, true)
  })
}
