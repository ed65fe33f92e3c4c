/** Links to a field open what it is folded into; the navigation follows what is read. */

/** Opens every fold around the element that the address names. */
export function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === '' ? null : document.getElementById(id)
  if (!target) return
  let opened = false
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    opened ||= !fold.open
    fold.open = true
  }
  if (opened) target.scrollIntoView()
}

/** Marks the link to what stands at the top of the window. */
export function followReading(links: readonly HTMLAnchorElement[]): void {
  const byId = new Map(links.map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const targets = [...byId.keys()].flatMap((id) => document.getElementById(id) ?? [])
  if (targets.length === 0) return
  let marked: HTMLAnchorElement | undefined
  const mark = (id: string) => {
    marked?.removeAttribute('aria-current')
    marked = byId.get(id)
    marked?.setAttribute('aria-current', 'location')
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      const [first] = entries.filter(({ isIntersecting }) => isIntersecting)
      if (first) mark(first.target.id)
    },
    { rootMargin: '-10% 0px -75%' },
  )
  for (const target of targets) watcher.observe(target)
}
