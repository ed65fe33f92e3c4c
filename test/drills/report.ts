/** What a drill found, said once per kind, with what it takes to see it again. */
export interface Finding {
  drill: string
  operation: string
  what: string
  /** A line for a shell, or the arguments that repeat it. */
  replay: string
  answer?: string
}

export class Report {
  readonly #findings = new Map<string, Finding & { times: number }>()

  add(finding: Finding): void {
    const kind = `${finding.drill} ${finding.operation} ${finding.what.replaceAll(/\d+/g, 'N').slice(0, 160)}`
    const known = this.#findings.get(kind)
    if (known) known.times += 1
    else this.#findings.set(kind, { ...finding, times: 1 })
  }

  get count(): number {
    return this.#findings.size
  }

  print(): void {
    for (const { drill, operation, what, replay, answer, times } of this.#findings.values()) {
      console.error(`\n✗ ${drill}: ${operation} ${what}${times > 1 ? ` (${times} times)` : ''}`)
      if (answer) console.error(`  answer: ${answer.slice(0, 600)}`)
      console.error(`  again:  ${replay}`)
    }
  }
}
