/** A form whose names hold lists and objects: `rooms[0][roomTypeID]`. Lists come out as objects by their places. */
export type Form = { [name: string]: string | Form }

export function readForm(flat: Readonly<Record<string, string | string[] | undefined>>): Form {
  const form: Form = {}
  for (const [name, value] of Object.entries(flat)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let place = form
    for (const key of path) {
      const known = place[key]
      const next: Form = typeof known === 'object' ? known : {}
      place[key] = next
      place = next
    }
    place[last] = Array.isArray(value) ? (value.at(-1) ?? '') : (value ?? '')
  }
  return form
}

export const text = (form: Form, name: string): string => {
  const value = form[name]
  return typeof value === 'string' ? value.trim() : ''
}

export const rows = (form: Form, name: string): Form[] => {
  const value = form[name]
  return typeof value === 'object' ? Object.values(value).filter((row) => typeof row === 'object') : []
}
