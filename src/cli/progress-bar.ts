/** How far the reading of some files has come. In a terminal one line that moves; elsewhere a line every ten seconds. */
const width = 30
const everyMs = { terminal: 100, file: 10_000 }

export function progressBar(parts: readonly { name: string; size: number }[]) {
  const out = process.stderr
  const total = Math.max(
    1,
    parts.reduce((sum, { size }) => sum + size, 0),
  )
  let read = 0
  let shownAt = Date.now()
  const show = (name: string) => {
    shownAt = Date.now()
    const share = Math.min(1, read / total)
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
    if (!out.isTTY) return void out.write(`${percent}  ${name}\n`)
    const done = Math.round(share * width)
    out.write(`\r[${'#'.repeat(done)}${'.'.repeat(width - done)}] ${percent}  ${name.padEnd(10)}`)
  }
  return {
    seen(name: string, bytes: number): void {
      read += bytes
      if (Date.now() - shownAt >= (out.isTTY ? everyMs.terminal : everyMs.file)) show(name)
    },
    end(): void {
      if (out.isTTY) out.write(`\r${' '.repeat(width + 22)}\r`)
    },
  }
}
