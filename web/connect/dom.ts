/** Elements without markup: nothing a server or a person sent is ever read as HTML. */
export type Child = Node | string | null | false

type Attributes = Record<string, string | boolean | undefined>

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...present(children))
  return element
}

export const present = (children: readonly Child[]) =>
  children.filter((child): child is Node | string => child !== null && child !== false)

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no element #${id}`)
  return element
}
