const counts = new Map<string, number>()

/** How often prices or restrictions of a service were written here: what was read before is not remembered then. */
export function writesTo(serviceId: string): number {
  return counts.get(serviceId) ?? 0
}

export function noteWrite(serviceId: string): void {
  counts.set(serviceId, writesTo(serviceId) + 1)
}
